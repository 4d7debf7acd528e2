/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * What a wearable does with its readings and buttons, on any system: queue, publish, backlog, reconnect. It allocates nothing and
 * calls the system through `struct vigil_platform` alone.
 *
 *   sensor task    vigil_hold → vigil_add            buttons   vigil_press
 *   network task   vigil_turn, about every 50 ms, and the events of the MQTT library
 *
 * vigil_add and vigil_press may be called from any task; everything else belongs to the network task.
 */
#ifndef VIGIL_WEARABLE_H
#define VIGIL_WEARABLE_H

#include "message.h"
#include "queue.h"

/* Readings of one backlog message: at most 600, and less than 256 KiB. This many take 38 KB of memory. */
#ifndef VIGIL_BACKLOG_BATCH
#define VIGIL_BACKLOG_BATCH 40
#endif

enum vigil_answer { VIGIL_OK, VIGIL_HELP };

/* A reading that was not sent in time, with the time at which it was measured. */
struct vigil_late {
  int64_t recorded_at_ms;
  struct vigil_reading reading;
};

/* Keeps late readings, oldest first, over a loss of power. Without one (all NULL) they are lost. */
struct vigil_storage {
  void *context;
  size_t (*count)(void *context);
  /* False if it cannot be stored. A full storage drops the oldest. */
  bool (*append)(void *context, const struct vigil_late *late);
  bool (*read)(void *context, size_t place, struct vigil_late *late);
  void (*drop)(void *context, size_t count);
};

struct vigil_platform {
  void *context;
  /* Sent with the first reading and every minute; NULL for none. At most 32 characters that JSON need not escape. */
  const char *firmware_version;
  /* Sent with the version: the type of wearable, for which updates are made; NULL for none. As many characters. */
  const char *model;
  /* A monotonic clock. */
  int64_t (*uptime_ms)(void *context);
  /* Milliseconds since 1970; 0 while the time is unknown. */
  int64_t (*unix_ms)(void *context);
  uint32_t (*random)(void *context);
  /* A mutex. */
  void (*lock)(void *context);
  void (*unlock)(void *context);
  /* Publishes with QoS 1; the message id, or -1 if the library does not take it now. Called with the mutex locked. */
  int (*publish)(void *context, const char *topic, const char *text, size_t length);
  /* True if the library resends messages without PUBACK after a reconnect; false if it forgets them. */
  bool library_resends;
  /* A fall was detected: vibrate and ask the wearer. */
  void (*ask_wearer)(void *context);
  /* The service has the answer of a button: show it. */
  void (*told)(void *context, enum vigil_answer answer);
  /* The service rejected a message: a text for the developer. */
  void (*refused)(void *context, const char *text);
  struct vigil_storage storage;
};

#define VIGIL_TOPIC 40
#define VIGIL_ANSWERS 2

struct vigil_wearable {
  struct vigil_platform platform;
  char readings_topic[VIGIL_TOPIC], backlog_topic[VIGIL_TOPIC], answers_topic[VIGIL_TOPIC], assessments_topic[VIGIL_TOPIC];
  struct vigil_queue queue;
  unsigned long lost, acknowledged;
  int64_t version_at_ms;
  /* Buttons, oldest first; each at most once. */
  struct vigil_press {
    enum vigil_answer answer;
    int64_t at_ms;
    int message_id;
    bool sent;
  } presses[VIGIL_ANSWERS];
  size_t press_count;
  /* The backlog message in flight has this many readings; 0 for none. */
  size_t backlog_count;
  int backlog_id;
  int64_t backlog_at_ms;
  char backlog_text[VIGIL_BACKLOG_BATCH * VIGIL_READING_TEXT];
  enum { VIGIL_OFFLINE, VIGIL_CONNECTING, VIGIL_ONLINE } state;
  int64_t working_at_ms, retry_at_ms;
  uint32_t backoff_ms;
  bool asked;
};

/* The MAC address, as the service has it: AA:BB:CC:DD:EE:FF. Subscribe to `assessments_topic` after each connect. */
void vigil_start(struct vigil_wearable *wearable, const struct vigil_platform *platform, const char *mac);

/* Queues the reading of a second. */
void vigil_add(struct vigil_wearable *wearable, const struct vigil_reading *reading);

/* A button: goes out before all readings, and again until its PUBACK. */
void vigil_press(struct vigil_wearable *wearable, enum vigil_answer answer);

/* What the caller does now. VIGIL_CONNECT: connect, and report the result. VIGIL_ABANDON: reset the connection. */
enum vigil_step { VIGIL_NOTHING, VIGIL_CONNECT, VIGIL_ABANDON };
enum vigil_step vigil_turn(struct vigil_wearable *wearable);

/* Events of the MQTT library. */
void vigil_connected(struct vigil_wearable *wearable);
void vigil_disconnected(struct vigil_wearable *wearable);
/* The service refused the connection; then comes vigil_disconnected. A wrong token stays wrong: it retries rarely. */
void vigil_connection_refused(struct vigil_wearable *wearable, bool is_token_wrong);
/* PUBACK: the message is stored, or permanently rejected. */
void vigil_acknowledged(struct vigil_wearable *wearable, int message_id);
/* A message on `assessments_topic`. */
void vigil_answered(struct vigil_wearable *wearable, const char *text, size_t length);

/* Readings and presses without PUBACK. */
size_t vigil_waiting(struct vigil_wearable *wearable);

/* Readings with PUBACK since the start. */
unsigned long vigil_count_acknowledged(struct vigil_wearable *wearable);

/* Before the power goes: moves what is queued to the storage. The number of readings that it could not keep. */
size_t vigil_save(struct vigil_wearable *wearable);

#endif
