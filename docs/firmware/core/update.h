/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * Signed firmware updates, on any system: checks an offer, takes the image block by block, tries the new version and goes back
 * if no reading of it is acknowledged in time. It allocates nothing and calls the system through `struct vigil_update_platform`
 * alone. docs/firmware.md, "Updates".
 *
 *   network task    vigil_update_offered, vigil_update_turn, vigil_update_acknowledged, vigil_update_connected
 *   download task   vigil_update_wanted → vigil_update_answered → vigil_update_write … → vigil_update_ended
 *
 * The download task may be slow and has the lowest priority. The lock is never held while the image is written.
 */
#ifndef VIGIL_UPDATE_H
#define VIGIL_UPDATE_H

#include "setup.h"

#define VIGIL_VERSION 33
#define VIGIL_OFFER_ID 65
#define VIGIL_OFFER_URL 257
#define VIGIL_OFFER_TEXT 2048
#define VIGIL_KEY 32
#define VIGIL_SIGNATURE 64
#define VIGIL_SHA256 32

/* A new version must get a reading acknowledged within this time. */
#ifndef VIGIL_TRIAL_MS
#define VIGIL_TRIAL_MS 600000
#endif

struct vigil_offer {
  char id[VIGIL_OFFER_ID], version[VIGIL_VERSION], url[VIGIL_OFFER_URL];
  uint32_t size;
  char sha256_text[2 * VIGIL_SHA256 + 1];
  uint8_t sha256[VIGIL_SHA256], signature[VIGIL_SIGNATURE];
};

enum vigil_update_state { VIGIL_NO_UPDATE, VIGIL_LOADING, VIGIL_INSTALLED, VIGIL_FAILED, VIGIL_ROLLED_BACK };

/* What must survive a restart: a few hundred bytes in flash, written once or twice for each update. */
struct vigil_update_record {
  /* The version that is being tried, and its offer. */
  char trial[VIGIL_VERSION], trial_id[VIGIL_OFFER_ID];
  /* The offer that failed or was rolled back. */
  char refused_id[VIGIL_OFFER_ID];
  /* The state that the service does not have yet. */
  enum vigil_update_state state;
  char version[VIGIL_VERSION], error[96];
};

struct vigil_update_platform {
  void *context;
  /* The version and the public key (base64 of 32 bytes) that are built into this firmware. */
  const char *version, *public_key;
  /* Only https:// addresses: the device token goes with the request. */
  bool is_https_only;
  int64_t (*uptime_ms)(void *context);
  uint32_t (*random)(void *context);
  /* A mutex; it may be the one of the wearable. */
  void (*lock)(void *context);
  void (*unlock)(void *context);
  /* As that of the wearable: QoS 1; the message id, or -1. Called with the mutex locked. */
  int (*publish)(void *context, const char *topic, const char *text, size_t length);
  /* Ed25519 and SHA-256: cryptography.h has them by libsodium. One image at a time is hashed. */
  bool (*verify)(const uint8_t *public_key, const uint8_t *signature, const char *text, size_t length);
  void (*hash_begin)(void);
  void (*hash_add)(const uint8_t *bytes, size_t length);
  void (*hash_end)(uint8_t *sha256);
  /* The place of the next image. `open` empties it; false if there is no room. */
  bool (*open)(void *context, uint32_t size);
  bool (*write)(void *context, const uint8_t *bytes, size_t length);
  /* The image is whole: false if this system cannot start it. */
  bool (*close)(void *context);
  /* From the next start on the new image is on trial: if it is started once more without `confirm`, the old one starts. */
  bool (*start_trial)(void *context);
  bool (*is_on_trial)(void *context);
  void (*confirm)(void *context);
  /* Restarts with the old image. Returns only if it cannot. */
  void (*roll_back)(void *context);
  /* False if there is no record of this size. */
  bool (*load)(void *context, struct vigil_update_record *record);
  bool (*save)(void *context, const struct vigil_update_record *record);
};

struct vigil_update {
  struct vigil_update_platform platform;
  char offers_topic[40], states_topic[40];
  uint8_t key[VIGIL_KEY];
  bool has_key;
  struct vigil_update_record record;
  /* The report in flight. */
  bool is_sent;
  int message_id;
  bool is_on_trial;
  int64_t trial_ends_ms;
  bool has_offer;
  struct vigil_offer offer;
  /* The download task's own. */
  bool is_open, is_broken;
  struct vigil_offer loading;
  uint32_t received, received_before;
  int status;
  uint32_t backoff_ms;
  int64_t retry_at_ms;
};

/* The text of an offer. NULL, or what is wrong with it. */
const char *vigil_read_offer(const char *text, size_t length, struct vigil_offer *offer);

/* Whether a version of numbers and dots is newer than another: 1.10 is newer than 1.9.3. False if one is no such version. */
bool vigil_is_newer(const char *version, const char *than);

/* Subscribe to `offers_topic` after each connect. Without a valid public key no offer is taken. */
void vigil_update_start(struct vigil_update *update, const struct vigil_update_platform *platform, const char *mac);

/* A message on `offers_topic`; empty if the offer is withdrawn. NULL, or why it is not taken, for the developer. */
const char *vigil_update_offered(struct vigil_update *update, const char *text, size_t length);

void vigil_update_connected(struct vigil_update *update);

/* About every 50 ms: reports states, and ends a trial. `acknowledged` counts the readings with a PUBACK since the start. */
void vigil_update_turn(struct vigil_update *update, bool is_online, unsigned long acknowledged);

/* True if the PUBACK belongs to a report. */
bool vigil_update_acknowledged(struct vigil_update *update, int message_id);

/* True if the image of this offer is to be fetched now, from its byte `from` on. */
bool vigil_update_wanted(struct vigil_update *update, struct vigil_offer *offer, uint32_t *from);

/* The status of the answer: 200, 206 … False: do not read on. */
bool vigil_update_answered(struct vigil_update *update, int status);

/* False: do not read on. */
bool vigil_update_write(struct vigil_update *update, const uint8_t *bytes, size_t length);

/* The request ended, or failed. True: the new version is installed; restart now. */
bool vigil_update_ended(struct vigil_update *update);

#endif
