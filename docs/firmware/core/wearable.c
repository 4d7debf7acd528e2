/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "wearable.h"

#include <string.h>


/* Publishes in flight: a full queue is sent within seconds. */
#define IN_FLIGHT 20
/* A PUBACK takes milliseconds. After this time without one the network is silent, and sent data only fills buffers. */
#define PATIENCE_MS 5000
#define LONGEST_BACKOFF_MS 60000
/* The service takes a backlog every 5 s. */
#define BACKLOG_EVERY_MS 6000
/* By then the fall is escalated; a late OK could be taken for the next one's. */
#define OK_VALID_MS 60000
#define ANSWER_TEXT 1024
#define VERSION_EVERY_MS 60000

static int64_t now(struct vigil_wearable *w) { return w->platform.uptime_ms(w->platform.context); }
static void lock(struct vigil_wearable *w) { w->platform.lock(w->platform.context); }
static void unlock(struct vigil_wearable *w) { w->platform.unlock(w->platform.context); }

static void set_topic(char *topic, const char *mac, const char *name) {
  static const char PREFIX[] = "devices/";
  size_t length = strlen(mac) < 17 ? strlen(mac) : 17;
  memcpy(topic, PREFIX, sizeof PREFIX - 1);
  memcpy(topic + sizeof PREFIX - 1, mac, length);
  strcpy(topic + sizeof PREFIX - 1 + length, name);
}

void vigil_start(struct vigil_wearable *w, const struct vigil_platform *platform, const char *mac) {
  memset(w, 0, sizeof *w);
  w->platform = *platform;
  set_topic(w->readings_topic, mac, "/readings");
  set_topic(w->backlog_topic, mac, "/backlog");
  set_topic(w->answers_topic, mac, "/answers");
  set_topic(w->assessments_topic, mac, "/assessments");
  w->backlog_at_ms = -BACKLOG_EVERY_MS;
}

/* ------------------------------------------------------------------------------------------------------- readings */

static size_t stored(struct vigil_wearable *w) {
  const struct vigil_storage *storage = &w->platform.storage;
  return storage->count == NULL ? 0 : storage->count(storage->context);
}

/* Without a clock, or without storage, the reading is lost. */
static void keep_late(struct vigil_wearable *w, const struct vigil_reading *reading) {
  const struct vigil_storage *storage = &w->platform.storage;
  int64_t unix_ms = w->platform.unix_ms(w->platform.context);
  struct vigil_late late = {.recorded_at_ms = unix_ms - (now(w) - reading->sample.uptime_ms), .reading = *reading};
  size_t count = stored(w);
  if (unix_ms <= 0 || storage->append == NULL || !storage->append(storage->context, &late)) {
    w->lost++;
  } else if (stored(w) == count) {
    /* It was full, and dropped its oldest: one fewer of those in flight, if any are. */
    w->lost++;
    if (w->backlog_count > 0) w->backlog_count--;
  }
}

void vigil_add(struct vigil_wearable *w, const struct vigil_reading *reading) {
  struct vigil_reading oldest;
  lock(w);
  if (!vigil_enqueue(&w->queue, reading)) {
    if (vigil_dequeue(&w->queue, &oldest)) keep_late(w, &oldest);
    /* All are with the library, in a queue shorter than IN_FLIGHT. */
    if (!vigil_enqueue(&w->queue, reading)) w->lost++;
  }
  unlock(w);
}

unsigned long vigil_count_acknowledged(struct vigil_wearable *w) {
  lock(w);
  unsigned long count = w->acknowledged;
  unlock(w);
  return count;
}

size_t vigil_waiting(struct vigil_wearable *w) {
  lock(w);
  size_t count = w->queue.count + w->press_count + stored(w);
  unlock(w);
  return count;
}

size_t vigil_save(struct vigil_wearable *w) {
  struct vigil_reading oldest;
  lock(w);
  unsigned long lost = w->lost;
  /* What is in flight may be stored already. Twice is better than never. */
  w->queue.handed_over = 0;
  while (vigil_dequeue(&w->queue, &oldest)) keep_late(w, &oldest);
  size_t not_kept = (size_t)(w->lost - lost);
  unlock(w);
  return not_kept;
}

/* In the order of the queue. */
static void hand_over(struct vigil_wearable *w) {
  struct vigil_queued *next;
  char text[VIGIL_READING_TEXT + VIGIL_VERSION_TEXT + VIGIL_MODEL_TEXT];
  while (w->queue.handed_over < IN_FLIGHT && (next = vigil_next(&w->queue)) != NULL) {
    size_t length = vigil_write_reading(text, &next->reading);
    bool is_due = w->platform.firmware_version != NULL && now(w) >= w->version_at_ms;
    if (is_due) length = vigil_add_firmware_version(text, length, w->platform.firmware_version);
    if (is_due && w->platform.model != NULL) length = vigil_add_model(text, length, w->platform.model);
    next->message_id = w->platform.publish(w->platform.context, w->readings_topic, text, length);
    if (next->message_id < 0) return;
    w->queue.handed_over++;
    if (is_due) w->version_at_ms = now(w) + VERSION_EVERY_MS;
  }
}

/* -------------------------------------------------------------------------------------------------------- backlog */

static void send_backlog(struct vigil_wearable *w) {
  const struct vigil_storage *storage = &w->platform.storage;
  size_t count = stored(w);
  if (count == 0 || w->backlog_count > 0 || now(w) - w->backlog_at_ms < BACKLOG_EVERY_MS) return;
  if (count > VIGIL_BACKLOG_BATCH) count = VIGIL_BACKLOG_BATCH;
  size_t length = 0;
  for (size_t place = 0; place < count; place++) {
    struct vigil_late late;
    if (!storage->read(storage->context, place, &late)) {
      /* Unreadable: sends those before it, or skips it. */
      if (place == 0) storage->drop(storage->context, 1);
      count = place;
      break;
    }
    w->backlog_text[length++] = place == 0 ? '[' : ',';
    length += vigil_write_late_reading(w->backlog_text + length, &late.reading, late.recorded_at_ms);
  }
  if (count == 0) return;
  w->backlog_text[length++] = ']';
  int id = w->platform.publish(w->platform.context, w->backlog_topic, w->backlog_text, length);
  if (id < 0) return;
  w->backlog_at_ms = now(w);
  w->backlog_id = id;
  w->backlog_count = count;
}

/* -------------------------------------------------------------------------------------------------------- buttons */

void vigil_press(struct vigil_wearable *w, enum vigil_answer answer) {
  lock(w);
  bool is_pending = false;
  for (size_t i = 0; i < w->press_count; i++)
    if (w->presses[i].answer == answer) is_pending = true;
  if (!is_pending) w->presses[w->press_count++] = (struct vigil_press){.answer = answer, .at_ms = now(w)};
  unlock(w);
}

static void remove_press(struct vigil_wearable *w, size_t place) {
  w->press_count--;
  for (size_t i = place; i < w->press_count; i++) w->presses[i] = w->presses[i + 1];
}

static void send_presses(struct vigil_wearable *w) {
  static const char OK[] = "{\"answer\":\"ok\"}", HELP[] = "{\"answer\":\"help\"}";
  for (size_t i = 0; i < w->press_count; i++) {
    struct vigil_press *press = &w->presses[i];
    if (press->sent) continue;
    if (press->answer == VIGIL_OK && now(w) - press->at_ms > OK_VALID_MS) {
      remove_press(w, i--);
      continue;
    }
    const char *text = press->answer == VIGIL_HELP ? HELP : OK;
    press->message_id = w->platform.publish(w->platform.context, w->answers_topic, text, strlen(text));
    press->sent = press->message_id >= 0;
  }
}

/* -------------------------------------------------------------------------------------------------------- network */

/* 1 s, 2 s, 4 s … a minute, each times 0.5 to 1, so that the wearables of a home do not reconnect all at once. */
static void back_off(struct vigil_wearable *w) {
  w->state = VIGIL_OFFLINE;
  w->backoff_ms = w->backoff_ms == 0 ? VIGIL_SECOND_MS : w->backoff_ms * 2;
  if (w->backoff_ms > LONGEST_BACKOFF_MS) w->backoff_ms = LONGEST_BACKOFF_MS;
  uint32_t rest = w->backoff_ms / 2 + w->platform.random(w->platform.context) % (w->backoff_ms / 2);
  w->retry_at_ms = now(w) + rest;
}

static bool is_in_flight(const struct vigil_wearable *w) {
  bool is_pressed = false;
  for (size_t i = 0; i < w->press_count; i++) is_pressed = is_pressed || w->presses[i].sent;
  return is_pressed || w->queue.handed_over > 0 || w->backlog_count > 0;
}

enum vigil_step vigil_turn(struct vigil_wearable *w) {
  enum vigil_step step = VIGIL_NOTHING;
  lock(w);
  if (w->state == VIGIL_ONLINE) {
    if (!is_in_flight(w)) w->working_at_ms = now(w);
    send_presses(w);
    hand_over(w);
    send_backlog(w);
    /* Keep-alive alone would take minutes. */
    if (now(w) - w->working_at_ms > PATIENCE_MS) {
      back_off(w);
      step = VIGIL_ABANDON;
    }
  } else if (w->state == VIGIL_OFFLINE && now(w) >= w->retry_at_ms) {
    w->state = VIGIL_CONNECTING;
    step = VIGIL_CONNECT;
  }
  unlock(w);
  return step;
}

void vigil_connected(struct vigil_wearable *w) {
  lock(w);
  w->state = VIGIL_ONLINE;
  w->backoff_ms = 0;
  w->working_at_ms = now(w);
  if (!w->platform.library_resends) {
    w->queue.handed_over = 0;
    w->backlog_count = 0;
    for (size_t i = 0; i < w->press_count; i++) w->presses[i].sent = false;
  }
  unlock(w);
}

void vigil_disconnected(struct vigil_wearable *w) {
  lock(w);
  if (w->state != VIGIL_OFFLINE) back_off(w);
  unlock(w);
}

void vigil_connection_refused(struct vigil_wearable *w, bool is_token_wrong) {
  if (is_token_wrong) w->backoff_ms = LONGEST_BACKOFF_MS;
}

/* -------------------------------------------------------------------------------------------------------- results */

void vigil_acknowledged(struct vigil_wearable *w, int message_id) {
  const struct vigil_storage *storage = &w->platform.storage;
  bool is_told = false;
  enum vigil_answer told = VIGIL_OK;
  lock(w);
  w->working_at_ms = now(w);
  if (vigil_remove(&w->queue, message_id)) {
    w->acknowledged++;
  } else if (w->backlog_count > 0 && w->backlog_id == message_id) {
    storage->drop(storage->context, w->backlog_count);
    w->acknowledged += w->backlog_count;
    w->backlog_count = 0;
  } else {
    for (size_t i = 0; i < w->press_count && !is_told; i++) {
      if (!w->presses[i].sent || w->presses[i].message_id != message_id) continue;
      is_told = true;
      told = w->presses[i].answer;
      remove_press(w, i);
    }
  }
  unlock(w);
  if (is_told) w->platform.told(w->platform.context, told);
}

void vigil_answered(struct vigil_wearable *w, const char *message, size_t length) {
  char text[ANSWER_TEXT];
  if (length >= sizeof text) length = sizeof text - 1;
  memcpy(text, message, length);
  text[length] = '\0';
  /* Permanently rejected and acknowledged: a message for the firmware developer. Never resend it. */
  if (strstr(text, "\"success\":true") == NULL) w->platform.refused(w->platform.context, text);
  /* fallDetected stays true for several readings after one fall: ask once. */
  bool fall = strstr(text, "\"fallDetected\":true") != NULL;
  if (fall && !w->asked) w->platform.ask_wearer(w->platform.context);
  if (fall || strstr(text, "\"fallDetected\":false") != NULL) w->asked = fall;
}
