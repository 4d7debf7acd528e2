/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "update.h"

#include <string.h>

#include "json.h"

/* After a request without progress: a minute, 2, 4 … an hour; after one with progress soon. */
#define SHORTEST_BACKOFF_MS 60000
#define LONGEST_BACKOFF_MS 3600000
#define RESUME_AFTER_MS 5000
#define REPORT_TEXT 256
#define SIGNED_TEXT 160

/* --------------------------------------------------------------------------------------------------------- offers */

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(const char *text, uint8_t *bytes, size_t size) {
  if (strlen(text) != 2 * size) return false;
  for (size_t i = 0; i < size; i++) {
    int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = (uint8_t)(high * 16 + low);
  }
  return true;
}

static int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Exactly so many bytes, with padding. */
static bool read_base64(const char *text, uint8_t *bytes, size_t size) {
  size_t length = 0, digits = (size * 8 + 5) / 6;
  uint32_t bits = 0;
  unsigned held = 0;
  if (strlen(text) != (size + 2) / 3 * 4) return false;
  for (size_t i = 0; i < digits; i++) {
    int digit = base64_digit(text[i]);
    if (digit < 0) return false;
    bits = (bits << 6 | (uint32_t)digit) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (uint8_t)(bits >> held);
  }
  for (const char *rest = text + digits; *rest != '\0'; rest++)
    if (*rest != '=') return false;
  return length == size;
}

/* As the service allows it: it goes back into the JSON of a report. */
static bool is_name(const char *version) {
  for (const char *c = version; *c != '\0'; c++)
    if (base64_digit(*c) < 0 && *c != '.' && *c != '_' && *c != '-') return false;
  return *version != '\0' && strchr(version, '/') == NULL;
}

/* The next number of a version, and the place after its dot. */
static bool take_part(const char **version, uint32_t *part) {
  unsigned digits = 0;
  for (*part = 0; **version >= '0' && **version <= '9'; (*version)++) {
    if (++digits > 9) return false;
    *part = *part * 10 + (uint32_t)(**version - '0');
  }
  if (digits == 0) return false;
  if (**version == '.') return *++*version != '\0';
  return **version == '\0';
}

static bool is_version(const char *version) {
  uint32_t part;
  if (*version == '\0') return false;
  while (*version != '\0')
    if (!take_part(&version, &part)) return false;
  return true;
}

bool vigil_is_newer(const char *version, const char *than) {
  if (!is_version(version) || !is_version(than)) return false;
  while (*version != '\0' || *than != '\0') {
    uint32_t own = 0, other = 0;
    if (*version != '\0') take_part(&version, &own);
    if (*than != '\0') take_part(&than, &other);
    if (own != other) return own > other;
  }
  return false;
}

const char *vigil_read_offer(const char *text, size_t length, struct vigil_offer *offer) {
  struct vigil_input in = {text, text + length};
  char name[16], signature[2 * VIGIL_SIGNATURE] = "";
  memset(offer, 0, sizeof *offer);
  if (length > VIGIL_OFFER_TEXT) return "the offer is too long";
  if (!vigil_take(&in, '{')) return "this is not an offer";
  do {
    bool is_taken;
    struct vigil_input before = in;
    if (!vigil_take_string(&in, name, sizeof name)) {
      /* A name that is not known here may be longer. */
      in = before;
      name[0] = '\0';
      vigil_skip_space(&in);
      if (in.at == in.end || *in.at++ != '"') return "the offer is damaged";
      while (in.at < in.end && *in.at != '"') in.at++;
      if (in.at++ == in.end) return "the offer is damaged";
    }
    if (!vigil_take(&in, ':')) return "the offer is damaged";
    if (strcmp(name, "id") == 0) is_taken = vigil_take_string(&in, offer->id, sizeof offer->id);
    else if (strcmp(name, "version") == 0) is_taken = vigil_take_string(&in, offer->version, sizeof offer->version);
    else if (strcmp(name, "url") == 0) is_taken = vigil_take_string(&in, offer->url, sizeof offer->url);
    else if (strcmp(name, "size") == 0) is_taken = vigil_take_number(&in, &offer->size);
    else if (strcmp(name, "sha256") == 0) is_taken = vigil_take_string(&in, offer->sha256_text, sizeof offer->sha256_text);
    else if (strcmp(name, "signature") == 0) is_taken = vigil_take_string(&in, signature, sizeof signature);
    else is_taken = vigil_skip_value(&in);
    if (!is_taken) return "a value of the offer is damaged or too long";
  } while (vigil_take(&in, ','));
  if (!vigil_take(&in, '}')) return "the offer is damaged";
  vigil_skip_space(&in);
  if (in.at != in.end) return "there is text after the offer";
  if (offer->id[0] == '\0') return "the id is missing";
  if (!is_name(offer->version)) return "the version is missing or damaged";
  if (offer->size == 0) return "the size is missing";
  if (strncmp(offer->url, "https://", 8) != 0 && strncmp(offer->url, "http://", 7) != 0)
    return "the address is missing or no http address";
  if (!read_hex(offer->sha256_text, offer->sha256, VIGIL_SHA256)) return "the hash is missing or damaged";
  if (!read_base64(signature, offer->signature, VIGIL_SIGNATURE)) return "the signature is missing or damaged";
  return NULL;
}

/* ------------------------------------------------------------------------------------------------------------ text */

static char *put(char *to, const char *text) {
  size_t length = strlen(text);
  memcpy(to, text, length + 1);
  return to + length;
}

static char *put_number(char *to, uint32_t value) {
  char turned[11];
  size_t count = sizeof turned;
  turned[--count] = '\0';
  do turned[--count] = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  return put(to, turned + count);
}

/* vigil-update <version> <size> <sha256> */
static bool is_signed(const struct vigil_update *u, const struct vigil_offer *offer) {
  char text[SIGNED_TEXT];
  char *to = put(put(text, "vigil-update "), offer->version);
  to = put_number(put(to, " "), offer->size);
  to = put(put(to, " "), offer->sha256_text);
  return u->has_key && u->platform.verify(u->key, offer->signature, text, (size_t)(to - text));
}

/* ----------------------------------------------------------------------------------------------------------- states */

static void lock(struct vigil_update *u) { u->platform.lock(u->platform.context); }
static void unlock(struct vigil_update *u) { u->platform.unlock(u->platform.context); }
static int64_t now(struct vigil_update *u) { return u->platform.uptime_ms(u->platform.context); }
static bool save(struct vigil_update *u) { return u->platform.save(u->platform.context, &u->record); }

static void report(struct vigil_update *u, enum vigil_update_state state, const char *version, const char *error) {
  u->record.state = state;
  put(u->record.version, version);
  put(u->record.error, error);
  u->is_sent = false;
}

/* The offer is not taken again, unless it is withdrawn and offered once more. */
static void refuse(struct vigil_update *u, const struct vigil_offer *offer, const char *error) {
  put(u->record.refused_id, offer->id);
  if (u->has_offer && strcmp(u->offer.id, offer->id) == 0) u->has_offer = false;
  report(u, VIGIL_FAILED, offer->version, error);
  save(u);
}

static bool is_same(const struct vigil_offer *offer, const struct vigil_offer *other) {
  return strcmp(offer->id, other->id) == 0 && strcmp(offer->url, other->url) == 0 &&
         strcmp(offer->sha256_text, other->sha256_text) == 0;
}

static void set_topic(char *topic, const char *mac, const char *name) {
  char *to = put(topic, "devices/");
  size_t length = strlen(mac) < VIGIL_MAC - 1 ? strlen(mac) : VIGIL_MAC - 1;
  memcpy(to, mac, length);
  put(to + length, name);
}

/* A record of another build, or of a damaged flash, must not be read beyond its strings. */
static bool is_whole(const struct vigil_update_record *record) {
  return memchr(record->trial, 0, sizeof record->trial) != NULL && memchr(record->trial_id, 0, sizeof record->trial_id) != NULL &&
         memchr(record->refused_id, 0, sizeof record->refused_id) != NULL &&
         memchr(record->version, 0, sizeof record->version) != NULL && memchr(record->error, 0, sizeof record->error) != NULL &&
         record->state >= VIGIL_NO_UPDATE && record->state <= VIGIL_ROLLED_BACK;
}

void vigil_update_start(struct vigil_update *u, const struct vigil_update_platform *platform, const char *mac) {
  memset(u, 0, sizeof *u);
  u->platform = *platform;
  set_topic(u->offers_topic, mac, "/updates");
  set_topic(u->states_topic, mac, "/updates/state");
  u->has_key = read_base64(platform->public_key, u->key, VIGIL_KEY);
  if (!platform->load(platform->context, &u->record) || !is_whole(&u->record)) memset(&u->record, 0, sizeof u->record);
  u->is_on_trial = platform->is_on_trial(platform->context);
  u->trial_ends_ms = now(u) + VIGIL_TRIAL_MS;
  /* The download began in memory that is lost. */
  if (u->record.state == VIGIL_LOADING) u->record.state = VIGIL_NO_UPDATE;
  if (u->record.trial[0] == '\0' || u->is_on_trial) return;
  if (strcmp(u->record.trial, platform->version) == 0) {
    /* The power went after the confirmation. */
    report(u, VIGIL_INSTALLED, u->record.trial, "");
  } else {
    put(u->record.refused_id, u->record.trial_id);
    report(u, VIGIL_ROLLED_BACK, u->record.trial, "no reading of the new version was acknowledged");
  }
  u->record.trial[0] = '\0';
  save(u);
}

const char *vigil_update_offered(struct vigil_update *u, const char *text, size_t length) {
  struct vigil_offer offer;
  const char *problem = NULL;
  bool is_withdrawn = length == 0 || (length == 4 && memcmp(text, "null", 4) == 0);
  if (!is_withdrawn && (problem = vigil_read_offer(text, length, &offer)) != NULL) return problem;
  lock(u);
  if (is_withdrawn) {
    u->has_offer = false;
    if (u->record.refused_id[0] != '\0') {
      u->record.refused_id[0] = '\0';
      save(u);
    }
  } else if (strcmp(offer.id, u->record.refused_id) == 0) {
    problem = "this offer failed before";
  } else if (strcmp(offer.version, u->platform.version) == 0 || strcmp(offer.version, u->record.trial) == 0) {
    u->has_offer = false;
  } else {
    if (!is_version(offer.version)) problem = "the version is not numbers with dots";
    else if (!vigil_is_newer(offer.version, u->platform.version)) problem = "the version is not newer";
    else if (u->platform.is_https_only && strncmp(offer.url, "https://", 8) != 0) problem = "the address is not https";
    else if (!u->has_key) problem = "this firmware has no public key";
    else if (!is_signed(u, &offer)) problem = "the signature is wrong";
    if (problem != NULL) {
      refuse(u, &offer, problem);
    } else if (!u->has_offer || !is_same(&u->offer, &offer)) {
      u->offer = offer;
      u->has_offer = true;
      u->backoff_ms = 0;
      u->retry_at_ms = now(u);
    }
  }
  unlock(u);
  return problem;
}

void vigil_update_connected(struct vigil_update *u) {
  lock(u);
  u->is_sent = false;
  unlock(u);
}

static void send_report(struct vigil_update *u) {
  static const char *const NAMES[] = {"", "loading", "installed", "failed", "rolled_back"};
  char text[REPORT_TEXT];
  if (u->record.state == VIGIL_NO_UPDATE || u->is_sent) return;
  char *to = put(put(text, "{\"version\":\""), u->record.version);
  to = put(put(to, "\",\"state\":\""), NAMES[u->record.state]);
  if (u->record.error[0] != '\0') to = put(put(to, "\",\"error\":\""), u->record.error);
  to = put(to, "\"}");
  u->message_id = u->platform.publish(u->platform.context, u->states_topic, text, (size_t)(to - text));
  u->is_sent = u->message_id >= 0;
}

void vigil_update_turn(struct vigil_update *u, bool is_online, unsigned long acknowledged) {
  bool is_over = false;
  lock(u);
  if (u->is_on_trial && acknowledged > 0) {
    u->platform.confirm(u->platform.context);
    u->is_on_trial = false;
    u->record.trial[0] = '\0';
    report(u, VIGIL_INSTALLED, u->platform.version, "");
    save(u);
  } else if (u->is_on_trial && now(u) >= u->trial_ends_ms) {
    is_over = true;
    u->is_on_trial = false;
  }
  if (is_online) send_report(u);
  unlock(u);
  /* The old version finds the trial in the record, and reports it. */
  if (is_over) u->platform.roll_back(u->platform.context);
}

bool vigil_update_acknowledged(struct vigil_update *u, int message_id) {
  lock(u);
  bool is_own = u->record.state != VIGIL_NO_UPDATE && u->is_sent && u->message_id == message_id;
  if (is_own) {
    bool is_kept = u->record.state != VIGIL_LOADING;
    u->record.state = VIGIL_NO_UPDATE;
    if (is_kept) save(u);
  }
  unlock(u);
  return is_own;
}

/* --------------------------------------------------------------------------------------------------------- download */

static bool open_slot(struct vigil_update *u) {
  u->received = u->received_before = 0;
  u->is_broken = false;
  u->is_open = u->platform.open(u->platform.context, u->loading.size);
  if (u->is_open) u->platform.hash_begin();
  return u->is_open;
}

static void fail(struct vigil_update *u, const char *error) {
  u->is_open = false;
  lock(u);
  refuse(u, &u->loading, error);
  unlock(u);
}

/* A report of more weight may still wait. */
static void report_loading(struct vigil_update *u) {
  lock(u);
  if (u->record.state == VIGIL_NO_UPDATE || strcmp(u->record.version, u->loading.version) != 0)
    report(u, VIGIL_LOADING, u->loading.version, "");
  unlock(u);
}

bool vigil_update_wanted(struct vigil_update *u, struct vigil_offer *offer, uint32_t *from) {
  lock(u);
  bool is_due = u->has_offer && !u->is_on_trial && now(u) >= u->retry_at_ms;
  if (is_due) *offer = u->offer;
  unlock(u);
  if (!is_due) return false;
  if (!u->is_open || !is_same(offer, &u->loading)) {
    u->loading = *offer;
    if (!open_slot(u)) {
      fail(u, "there is no room for the image");
      return false;
    }
    report_loading(u);
  }
  u->status = 0;
  u->received_before = *from = u->received;
  return true;
}

bool vigil_update_answered(struct vigil_update *u, int status) {
  u->status = status;
  if (status == 206) return true;
  if (status != 200) return false;
  /* The service sends the whole image. */
  if (u->received > 0 && !open_slot(u)) u->is_broken = true;
  return !u->is_broken;
}

bool vigil_update_write(struct vigil_update *u, const uint8_t *bytes, size_t length) {
  lock(u);
  bool is_wanted = u->has_offer && strcmp(u->offer.id, u->loading.id) == 0;
  unlock(u);
  if (!is_wanted || !u->is_open || u->is_broken) return false;
  if (length > u->loading.size - u->received) {
    fail(u, "the image is longer than its offer says");
    return false;
  }
  if (!u->platform.write(u->platform.context, bytes, length)) {
    u->is_broken = true;
    return false;
  }
  u->platform.hash_add(bytes, length);
  u->received += (uint32_t)length;
  return true;
}

static bool install(struct vigil_update *u) {
  uint8_t sha256[VIGIL_SHA256];
  u->platform.hash_end(sha256);
  u->is_open = false;
  const char *problem = NULL;
  if (memcmp(sha256, u->loading.sha256, sizeof sha256) != 0) problem = "the hash of the image is wrong";
  else if (!u->platform.close(u->platform.context)) problem = "the image is no firmware of this wearable";
  if (problem != NULL) {
    fail(u, problem);
    return false;
  }
  /* The record first: a power cut before the switch counts as a rollback, and none loses what happened. */
  lock(u);
  put(u->record.trial, u->loading.version);
  put(u->record.trial_id, u->loading.id);
  u->record.state = VIGIL_NO_UPDATE;
  u->has_offer = false;
  bool is_started = save(u) && u->platform.start_trial(u->platform.context);
  if (!is_started) {
    u->record.trial[0] = '\0';
    refuse(u, &u->loading, "the flash cannot be written");
  }
  unlock(u);
  return is_started;
}

bool vigil_update_ended(struct vigil_update *u) {
  if (!u->is_open) return false;
  if (u->received == u->loading.size && !u->is_broken) return install(u);
  if (u->is_broken) fail(u, "the flash cannot be written");
  else if (u->status == 404 || u->status == 410) fail(u, "the image is not there");
  else if (u->status == 416) fail(u, "the image is shorter than its offer says");
  lock(u);
  uint32_t longer = u->backoff_ms == 0 ? SHORTEST_BACKOFF_MS : u->backoff_ms * 2;
  u->backoff_ms = u->received > u->received_before ? 0 : longer < LONGEST_BACKOFF_MS ? longer : LONGEST_BACKOFF_MS;
  uint32_t rest = u->backoff_ms == 0 ? RESUME_AFTER_MS : u->backoff_ms;
  u->retry_at_ms = now(u) + rest / 2 + u->platform.random(u->platform.context) % (rest / 2);
  unlock(u);
  return false;
}
