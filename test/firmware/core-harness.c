/* Plays a script on the core of the firmware, one command a line, with a clock that is moved, and prints what it does. */
#include <stdio.h>
#include <string.h>

#include "backlog_file.h"

static struct vigil_wearable wearable;
static int64_t uptime, unix_time;
static int message_id;

static int64_t uptime_ms(void *context) { return (void)context, uptime; }
static int64_t unix_ms(void *context) { return (void)context, unix_time == 0 ? 0 : unix_time + uptime; }
static uint32_t no_chance(void *context) { return (void)context, 0; }
static void nothing(void *context) { (void)context; }
static int publish(void *context, const char *topic, const char *text, size_t length) {
  (void)context;
  printf("publish %d %s %.*s\n", ++message_id, strrchr(topic, '/') + 1, (int)length, text);
  return message_id;
}
static void ask_wearer(void *context) { (void)context, puts("ask"); }
static void told(void *context, enum vigil_answer answer) { (void)context, puts(answer == VIGIL_HELP ? "told help" : "told ok"); }
static void refused(void *context, const char *text) { (void)context, printf("refused %s\n", text); }

static void add(void) {
  struct vigil_reading reading = {.sample = {.uptime_ms = uptime, .az = 9.81f}};
  vigil_add(&wearable, &reading);
}

int main(int count, char **arguments) {
  struct vigil_platform platform = {.uptime_ms = uptime_ms, .unix_ms = unix_ms, .random = no_chance, .lock = nothing,
                                    .unlock = nothing, .publish = publish, .ask_wearer = ask_wearer, .told = told,
                                    .refused = refused};
  struct vigil_backlog_file backlog = {0};
  if (count > 1 && !vigil_open_backlog(&backlog, arguments[1], &platform.storage)) return 1;
  vigil_start(&wearable, &platform, "AA:BB:CC:DD:EE:FF");
  static const char *const STEPS[] = {"nothing", "connect", "abandon"};
  char command[32], value[128];
  long long number;
  while (scanf("%31s %127s", command, value) == 2) {
    number = 0;
    sscanf(value, "%lld", &number);
    if (strcmp(command, "wait") == 0) uptime += number;
    else if (strcmp(command, "clock") == 0) unix_time = number;
    else if (strcmp(command, "add") == 0) for (; number > 0; number--, uptime += 1000) add();
    else if (strcmp(command, "press") == 0) vigil_press(&wearable, strcmp(value, "ok") == 0 ? VIGIL_OK : VIGIL_HELP);
    else if (strcmp(command, "turn") == 0) printf("turn %s\n", STEPS[vigil_turn(&wearable)]);
    else if (strcmp(command, "resends") == 0) wearable.platform.library_resends = number == 1;
    else if (strcmp(command, "connected") == 0) vigil_connected(&wearable);
    else if (strcmp(command, "disconnected") == 0) vigil_disconnected(&wearable);
    else if (strcmp(command, "wrong-token") == 0) vigil_connection_refused(&wearable, true);
    else if (strcmp(command, "ack") == 0) vigil_acknowledged(&wearable, (int)number);
    else if (strcmp(command, "answer") == 0) vigil_answered(&wearable, value, strlen(value));
    else if (strcmp(command, "save") == 0) printf("not kept %zu\n", vigil_save(&wearable));
    else if (strcmp(command, "count") == 0) printf("waiting %zu lost %lu\n", vigil_waiting(&wearable), wearable.lost);
    else return 1;
  }
}
