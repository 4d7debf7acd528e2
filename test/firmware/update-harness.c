/* Plays a script on the updates of the firmware's core, one command a line, with a clock that is moved, and prints what it does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cryptography.h"

static struct vigil_update update;
static struct vigil_update_record kept;
static bool has_record, is_trial, flash_fails;
static int64_t uptime;
static int message_id;
static unsigned slot_size = 4096;

static int64_t uptime_ms(void *context) { return (void)context, uptime; }
static uint32_t no_chance(void *context) { return (void)context, 0; }
static void nothing(void *context) { (void)context; }
static int publish(void *context, const char *topic, const char *text, size_t length) {
  (void)context;
  printf("publish %d %s %.*s\n", ++message_id, topic, (int)length, text);
  return message_id;
}
static bool open_slot(void *context, uint32_t size) { return (void)context, puts("open"), size <= slot_size; }
static bool write_slot(void *context, const uint8_t *bytes, size_t length) { return (void)context, (void)bytes, (void)length, !flash_fails; }
static bool close_slot(void *context) { return (void)context, puts("close"), true; }
static bool start_trial(void *context) { return (void)context, puts("start trial"), true; }
static bool is_on_trial(void *context) { return (void)context, is_trial; }
static void confirm(void *context) { (void)context, puts("confirm"); }
static void roll_back(void *context) { (void)context, puts("roll back"); }
static bool load(void *context, struct vigil_update_record *record) { return (void)context, *record = kept, has_record; }
static bool save(void *context, const struct vigil_update_record *record) {
  (void)context;
  if (flash_fails) return false;
  kept = *record;
  return has_record = true;
}

static void start(const char *version) {
  static char own[VIGIL_VERSION];
  snprintf(own, sizeof own, "%s", version);
  struct vigil_update_platform platform = {
      .version = own, .public_key = getenv("KEY"), .is_https_only = getenv("HTTPS_ONLY") != NULL, .uptime_ms = uptime_ms,
      .random = no_chance, .lock = nothing, .unlock = nothing, .publish = publish, .open = open_slot, .write = write_slot,
      .close = close_slot, .start_trial = start_trial, .is_on_trial = is_on_trial, .confirm = confirm, .roll_back = roll_back,
      .load = load, .save = save};
  if (!vigil_use_sodium(&platform)) abort();
  vigil_update_start(&update, &platform, "AA:BB:CC:DD:EE:FF");
}

int main(void) {
  static char line[16384];
  struct vigil_offer offer;
  uint32_t from;
  start("1.4.2");
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *value = strchr(line, ' ');
    if (value == NULL) return 1;
    *value++ = '\0';
    long long number = atoll(value);
    if (strcmp(line, "offer") == 0) {
      /* A copy of exactly this size: the sanitizer sees each byte that is read beyond it. */
      size_t length = strlen(value);
      char *exact = malloc(length == 0 ? 1 : length);
      memcpy(exact, value, length);
      const char *problem = vigil_update_offered(&update, exact, length);
      printf("%s\n", problem == NULL ? "taken" : problem);
      free(exact);
    } else if (strcmp(line, "wanted") == 0) {
      if (vigil_update_wanted(&update, &offer, &from)) printf("get %s from %u\n", offer.url, (unsigned)from);
      else puts("nothing wanted");
    } else if (strcmp(line, "status") == 0) printf("%s\n", vigil_update_answered(&update, (int)number) ? "read" : "stop");
    else if (strcmp(line, "data") == 0) {
      if (!vigil_update_write(&update, (const uint8_t *)value, strlen(value))) puts("stop");
    } else if (strcmp(line, "ended") == 0) puts(vigil_update_ended(&update) ? "restart" : "not yet");
    else if (strcmp(line, "turn") == 0) vigil_update_turn(&update, true, (unsigned long)number);
    else if (strcmp(line, "offline") == 0) vigil_update_turn(&update, false, (unsigned long)number);
    else if (strcmp(line, "ack") == 0) printf("%s\n", vigil_update_acknowledged(&update, (int)number) ? "own" : "other");
    else if (strcmp(line, "connected") == 0) vigil_update_connected(&update);
    else if (strcmp(line, "wait") == 0) uptime += number;
    else if (strcmp(line, "trial") == 0) is_trial = number == 1;
    else if (strcmp(line, "flash-fails") == 0) flash_fails = number == 1;
    else if (strcmp(line, "slot") == 0) slot_size = (unsigned)number;
    else if (strcmp(line, "damage") == 0) memset(&kept, 0xff, sizeof kept);
    else if (strcmp(line, "restart") == 0) start(value);
    else if (strcmp(line, "newer") == 0) {
      char *than = strchr(value, ' ');
      *than++ = '\0';
      puts(vigil_is_newer(value, than) ? "newer" : "not newer");
    } else return 1;
  }
}
