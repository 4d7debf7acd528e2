/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * The files of VIGIL_UPDATE_FOLDER:
 *
 *   current   the version that is confirmed; without it the installed program
 *   next      the image that is loaded, or on trial
 *   trial     `next` is whole and verified: start it
 *   tried     `next` was started. If this file is still there at the next start, it was never confirmed
 *   record    what the core remembers
 *
 * Each step is one rename or one new file, which a power cut leaves done or not done.
 */
#define _POSIX_C_SOURCE 200809L
#include "updates.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../core/cryptography.h"

#define PATH 512
#define POLL_MS 500
/* Bytes a second: a 1 MB image takes half a minute, and readings never wait for it. */
#define SPEED 40000L
#define STALLED_S 60L
#define CONNECT_S 20L
/* The version that was started by updates_boot, and the program that started it. */
#define BOOTED "VIGIL_BOOTED"
#define LAUNCHER "VIGIL_LAUNCHER"

struct vigil_update update;
static char folder[PATH], token[VIGIL_TOKEN];
static const char *ca;
static FILE *image;
static pthread_t task;
static bool is_running;
static volatile sig_atomic_t is_stopping, is_restarting;

static const char *in_folder(const char *name) {
  static _Thread_local char path[2][PATH + 16];
  static _Thread_local int turn;
  turn = !turn;
  snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
  return path[turn];
}

/* A name is on the disk when its folder is. */
static bool sync_folder(void) {
  int handle = open(folder, O_RDONLY);
  bool is_synced = handle >= 0 && fsync(handle) == 0;
  if (handle >= 0) close(handle);
  return is_synced;
}

static bool move(const char *from, const char *to) { return rename(in_folder(from), in_folder(to)) == 0 && sync_folder(); }

static bool close_synced(FILE *file) {
  bool is_synced = fflush(file) == 0 && fsync(fileno(file)) == 0;
  return fclose(file) == 0 && is_synced;
}

/* ----------------------------------------------------------------------------------------------------------- start */

static void start_image(const char *name, char **arguments) {
  char launcher[PATH] = "";
  if (access(in_folder(name), X_OK) != 0 || readlink("/proc/self/exe", launcher, sizeof launcher - 1) <= 0) return;
  setenv(LAUNCHER, launcher, 1);
  setenv(BOOTED, name, 1);
  execv(in_folder(name), arguments);
  /* Not a program of this machine: its trial is over. */
  unsetenv(BOOTED);
}

void updates_boot(const char *path, char **arguments) {
  if (*path == '\0' || getenv(BOOTED) != NULL) return;
  snprintf(folder, sizeof folder, "%s", path);
  if (unlink(in_folder("tried")) == 0) unlink(in_folder("next"));
  else if (move("trial", "tried")) start_image("next", arguments);
  start_image("current", arguments);
}

bool updates_want_restart(void) { return is_restarting; }

void updates_restart(char **arguments) {
  const char *launcher = getenv(LAUNCHER);
  unsetenv(BOOTED);
  execv(launcher != NULL ? launcher : "/proc/self/exe", arguments);
}

/* Ends the sensor's task as the end of the wearable does; main then starts again. */
static void restart(void) {
  is_restarting = 1;
  kill(getpid(), SIGTERM);
}

/* -------------------------------------------------------------------------------------------------------- platform */

static bool open_image(void *context, uint32_t size) {
  (void)context, (void)size;
  if (image != NULL) fclose(image);
  unlink(in_folder("next"));
  image = fopen(in_folder("next"), "wb");
  return image != NULL;
}

static bool write_image(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  return fwrite(bytes, 1, length, image) == length;
}

static bool close_image(void *context) {
  (void)context;
  bool is_whole = close_synced(image) && chmod(in_folder("next"), S_IRWXU) == 0;
  image = NULL;
  return is_whole;
}

static bool start_trial(void *context) {
  (void)context;
  FILE *marker = fopen(in_folder("trial"), "w");
  return marker != NULL && close_synced(marker) && sync_folder();
}

static bool is_on_trial(void *context) {
  (void)context;
  const char *booted = getenv(BOOTED);
  return booted != NULL && strcmp(booted, "next") == 0 && access(in_folder("tried"), F_OK) == 0;
}

static void confirm(void *context) {
  (void)context;
  if (move("next", "current") && unlink(in_folder("tried")) == 0) sync_folder();
}

static void roll_back(void *context) {
  (void)context;
  fprintf(stderr, "no reading was acknowledged: going back\n");
  restart();
}

static bool load(void *context, struct vigil_update_record *record) {
  (void)context;
  FILE *file = fopen(in_folder("record"), "rb");
  if (file == NULL) return false;
  bool is_whole = fread(record, sizeof *record, 1, file) == 1 && fgetc(file) == EOF;
  fclose(file);
  return is_whole;
}

static bool save(void *context, const struct vigil_update_record *record) {
  (void)context;
  FILE *file = fopen(in_folder("record.new"), "wb");
  if (file == NULL) return false;
  bool is_written = fwrite(record, sizeof *record, 1, file) == 1;
  return close_synced(file) && is_written && move("record.new", "record");
}

/* -------------------------------------------------------------------------------------------------------- download */

static CURL *curl;
static bool is_answered;

static size_t on_data(char *bytes, size_t size, size_t count, void *context) {
  (void)context;
  long status = 0;
  if (!is_answered) {
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    is_answered = true;
    if (!vigil_update_answered(&update, (int)status)) return 0;
  }
  return vigil_update_write(&update, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static int on_progress(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
  (void)context, (void)total, (void)now, (void)up_total, (void)up_now;
  return is_stopping;
}

static void fetch(const struct vigil_offer *offer, uint32_t from) {
  char bearer[VIGIL_TOKEN + 32], range[16], problem[CURL_ERROR_SIZE] = "";
  long status = 0;
  snprintf(bearer, sizeof bearer, "Authorization: Bearer %s", token);
  snprintf(range, sizeof range, "%u-", (unsigned)from);
  struct curl_slist *headers = curl_slist_append(NULL, bearer);
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, offer->url);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  if (from > 0) curl_easy_setopt(curl, CURLOPT_RANGE, range);
  /* The token goes to this address alone: no redirects, no other protocols. */
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  if (*ca != '\0') curl_easy_setopt(curl, CURLOPT_CAINFO, ca);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_S);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, STALLED_S);
  curl_easy_setopt(curl, CURLOPT_MAX_RECV_SPEED_LARGE, (curl_off_t)SPEED);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_data);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, problem);
  is_answered = false;
  CURLcode result = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  if (!is_answered && status != 0) vigil_update_answered(&update, (int)status);
  if (result != CURLE_OK && !is_stopping) fprintf(stderr, "update: %s (%ld)\n", problem, status);
  curl_slist_free_all(headers);
}

static void *download_task(void *argument) {
  (void)argument;
  struct vigil_offer offer;
  struct timespec rest = {.tv_sec = 0, .tv_nsec = POLL_MS * 1000000L};
  uint32_t from;
  while (!is_stopping) {
    nanosleep(&rest, NULL);
    if (!vigil_update_wanted(&update, &offer, &from)) continue;
    printf("loading version %s\n", offer.version);
    fetch(&offer, from);
    if (!is_stopping && vigil_update_ended(&update)) {
      printf("restarting with version %s\n", offer.version);
      restart();
      break;
    }
  }
  return NULL;
}

bool updates_start(const char *path, const struct vigil_platform *platform, const struct vigil_setup *setup,
                   const char *ca_file) {
  struct vigil_update_platform own = {
      .version = VIGIL_FIRMWARE_VERSION, .public_key = VIGIL_FIRMWARE_KEY, .is_https_only = setup->uses_tls,
      .uptime_ms = platform->uptime_ms, .random = platform->random, .lock = platform->lock, .unlock = platform->unlock,
      .publish = platform->publish, .open = open_image, .write = write_image, .close = close_image,
      .start_trial = start_trial, .is_on_trial = is_on_trial, .confirm = confirm, .roll_back = roll_back, .load = load,
      .save = save};
  if (*path == '\0' || *own.public_key == '\0') return false;
  snprintf(folder, sizeof folder, "%s", path);
  snprintf(token, sizeof token, "%s", setup->token);
  ca = ca_file;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  curl = curl_easy_init();
  if (curl == NULL || !vigil_use_sodium(&own)) return false;
  vigil_update_start(&update, &own, setup->mac);
  is_running = pthread_create(&task, NULL, download_task, NULL) == 0;
  return is_running;
}

void updates_stop(void) {
  if (!is_running) return;
  is_stopping = 1;
  pthread_join(task, NULL);
  if (image != NULL) fclose(image);
  image = NULL;
  curl_easy_cleanup(curl);
  curl_global_cleanup();
}
