/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * The reference wearable on Linux, with libmosquitto. The folder core/ does the work on any system; docs/firmware.md explains it,
 * and has the commands that compile and run it.
 *
 * Two tasks, so that the sensor never waits for the network:
 *
 *   sensor task   read_sample → vigil_hold → vigil_add
 *   network task  vigil_turn → MQTT, QoS 1; a PUBACK removes the reading from the queue
 *
 * For your own device, replace read_sample and ask_wearer. SIGUSR1 stands for the button OK, SIGUSR2 for the button for help.
 */
#define _POSIX_C_SOURCE 200809L
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../core/backlog_file.h"
#include "../core/setup.h"
#include "../core/wearable.h"
#include "updates.h"

#define KEEP_ALIVE_S 60
#define NETWORK_TURN_MS 50

static struct vigil_wearable wearable;
static struct mosquitto *mqtt;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t stopping, pressed_ok, pressed_help;

static void sleep_ms(long ms) {
  struct timespec rest = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
  while (nanosleep(&rest, &rest) != 0 && !stopping) continue;
}

static int64_t clock_ms(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int64_t uptime_ms(void *context) {
  (void)context;
  return clock_ms(CLOCK_MONOTONIC);
}

/* ------------------------------------------------------------------------------------------------ yours to replace */

/*
 * Waits for the next sample of the sensor, 25 to 100 per second; false at the end. This version reads lines of standard
 * input, `t_ms ax ay az gx gy gz` or `t_ms ax ay az` without a gyro, and returns each at its time after the first.
 */
static bool read_sample(struct vigil_sample *sample, bool *has_gyro) {
  static int64_t start = -1;
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    long long t_ms;
    int numbers = sscanf(line, "%lld %f %f %f %f %f %f", &t_ms, &sample->ax, &sample->ay, &sample->az, &sample->gx,
                         &sample->gy, &sample->gz);
    if (numbers != 7 && numbers != 4) continue; /* a comment */
    *has_gyro = numbers == 7;
    if (start < 0) start = uptime_ms(NULL) - t_ms;
    sample->uptime_ms = start + t_ms;
    int64_t early = sample->uptime_ms - uptime_ms(NULL);
    if (early > 0) sleep_ms((long)early);
    return true;
  }
  return false;
}

/* The service has detected a fall: vibrate and ask the wearer. */
static void ask_wearer(void *context) {
  (void)context;
  printf("Fall detected. Are you OK?\n");
}

/* The service has stored the answer of a button. Show it: until now no caregiver knows. */
static void told(void *context, enum vigil_answer answer) {
  (void)context;
  printf("%s\n", answer == VIGIL_HELP ? "Help is called." : "OK is sent.");
}

/* -------------------------------------------------------------------------------------------------------- platform */

static int64_t unix_ms(void *context) {
  (void)context;
  return clock_ms(CLOCK_REALTIME);
}

static uint32_t any_number(void *context) {
  (void)context;
  return (uint32_t)rand();
}

static void lock(void *context) {
  (void)context;
  pthread_mutex_lock(&mutex);
}

static void unlock(void *context) {
  (void)context;
  pthread_mutex_unlock(&mutex);
}

/* The library keeps a message even if the connection has just been lost, and resends it with DUP until its PUBACK. */
static int publish(void *context, const char *topic, const char *text, size_t length) {
  (void)context;
  int id = 0;
  int result = mosquitto_publish(mqtt, &id, topic, (int)length, text, 1, false);
  return result == MOSQ_ERR_SUCCESS || result == MOSQ_ERR_NO_CONN || result == MOSQ_ERR_CONN_LOST ? id : -1;
}

static void sync_file(FILE *file) { fsync(fileno(file)); }

static void refused(void *context, const char *text) {
  (void)context;
  fprintf(stderr, "refused: %s\n", text);
}

/* --------------------------------------------------------------------------------------------------------- network */

/* VIGIL_MQTT, 5 or 3.1.1. On your device it is what your library speaks. */
static bool is_version_5;
static bool has_updates;

static void on_connect(struct mosquitto *client, void *context, int code) {
  (void)context;
  if (code == 0) {
    mosquitto_subscribe(client, NULL, wearable.assessments_topic, 0);
    if (has_updates) {
      mosquitto_subscribe(client, NULL, update.offers_topic, 1);
      vigil_update_connected(&update);
    }
    printf("connected, %zu waiting\n", vigil_waiting(&wearable));
    vigil_connected(&wearable);
    return;
  }
  refused(NULL, is_version_5 ? mosquitto_reason_string(code) : mosquitto_connack_string(code));
  vigil_connection_refused(&wearable, code == 4 || code == 5 || code == MQTT_RC_BAD_USERNAME_OR_PASSWORD ||
                                          code == MQTT_RC_NOT_AUTHORIZED);
}

static void on_disconnect(struct mosquitto *client, void *context, int reason) {
  (void)client, (void)context;
  if (!stopping) fprintf(stderr, "connection lost: %s\n", mosquitto_strerror(reason));
}

/* MQTT 5 says in the PUBACK whether the message was rejected, and why; 3.1.1 says it on `assessments` alone. */
static void on_acknowledged(struct mosquitto *client, void *context, int message_id, int reason,
                            const mosquitto_property *properties) {
  (void)client, (void)context;
  if (reason >= MQTT_RC_UNSPECIFIED) {
    char *why = NULL;
    mosquitto_property_read_string(properties, MQTT_PROP_REASON_STRING, &why, false);
    fprintf(stderr, "refused: %s: %s\n", mosquitto_reason_string(reason), why != NULL ? why : "");
    free(why);
  }
  if (!has_updates || !vigil_update_acknowledged(&update, message_id)) vigil_acknowledged(&wearable, message_id);
}

static void on_answer(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
  (void)client, (void)context;
  if (has_updates && strcmp(message->topic, update.offers_topic) == 0) {
    const char *problem = vigil_update_offered(&update, message->payload, (size_t)message->payloadlen);
    if (problem != NULL) fprintf(stderr, "update: %s\n", problem);
    return;
  }
  vigil_answered(&wearable, message->payload, (size_t)message->payloadlen);
}

/*
 * Discards the unsent data of this connection; the next connection resends it. If it arrived late on this connection, the
 * service would reject it as more than one reading per second.
 */
static void abandon(void) {
  fprintf(stderr, "connection lost: no PUBACK\n");
  struct linger reset = {.l_onoff = 1, .l_linger = 0};
  setsockopt(mosquitto_socket(mqtt), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
}

static void press_buttons(void) {
  if (pressed_ok) vigil_press(&wearable, VIGIL_OK);
  if (pressed_help) vigil_press(&wearable, VIGIL_HELP);
  pressed_ok = pressed_help = 0;
}

static void *network_task(void *argument) {
  const struct vigil_setup *setup = argument;
  bool is_open = false, is_first = true;
  while (!stopping) {
    press_buttons();
    enum vigil_step step = vigil_turn(&wearable);
    if (has_updates) vigil_update_turn(&update, wearable.state == VIGIL_ONLINE, vigil_count_acknowledged(&wearable));
    if (step == VIGIL_CONNECT) {
      /* A reconnect closes the previous connection first. */
      int result = is_first ? mosquitto_connect(mqtt, setup->host, setup->port, KEEP_ALIVE_S) : mosquitto_reconnect(mqtt);
      is_first = false;
      is_open = result == MOSQ_ERR_SUCCESS;
      if (!is_open) {
        fprintf(stderr, "not connected: %s\n", mosquitto_strerror(result));
        vigil_disconnected(&wearable);
      }
    }
    if (step == VIGIL_ABANDON) {
      abandon();
      is_open = false;
    }
    if (!is_open) sleep_ms(NETWORK_TURN_MS);
    else if (mosquitto_loop(mqtt, NETWORK_TURN_MS, 1) != MOSQ_ERR_SUCCESS) {
      is_open = false;
      vigil_disconnected(&wearable);
    }
  }
  mosquitto_disconnect(mqtt);
  return NULL;
}

/* ------------------------------------------------------------------------------------------------------------ start */

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  if (value == NULL || *value == '\0') value = otherwise;
  if (value == NULL) {
    fprintf(stderr, "%s is not set\n", name);
    exit(2);
  }
  return value;
}

/* The first line of a file, or with - of standard input, before the samples. Not an argument: others can see these. */
static struct vigil_setup setup_from(const char *path) {
  char text[VIGIL_SETUP_TEXT + 2] = "";
  struct vigil_setup setup;
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  const char *problem = "it cannot be read";
  if (file != NULL && fgets(text, sizeof text, file) != NULL) problem = vigil_read_setup(text, strlen(text), &setup);
  if (file != NULL && file != stdin) fclose(file);
  if (problem == NULL) return setup;
  fprintf(stderr, "--provision: %s\n", problem);
  exit(2);
}

static struct vigil_setup setup_from_settings(const char *ca_file) {
  struct vigil_setup setup = {.uses_tls = *ca_file != '\0'};
  snprintf(setup.mac, sizeof setup.mac, "%s", setting("VIGIL_MAC", NULL));
  snprintf(setup.token, sizeof setup.token, "%s", setting("VIGIL_TOKEN", NULL));
  snprintf(setup.host, sizeof setup.host, "%s", setting("VIGIL_HOST", "localhost"));
  setup.port = (uint16_t)atoi(setting("VIGIL_PORT", setup.uses_tls ? "8883" : "1883"));
  return setup;
}

static void on_signal(int signal) {
  if (signal == SIGUSR1) pressed_ok = 1;
  else if (signal == SIGUSR2) pressed_help = 1;
  else stopping = 1;
}

static void open_client(const struct vigil_setup *setup, const char *ca_file) {
  mosquitto_lib_init();
  /* A clean session: the service keeps nothing for a wearable. The client id is the MAC: the newest connection wins. */
  mqtt = mosquitto_new(setup->mac, true, NULL);
  if (mqtt == NULL) exit(1);
  if (is_version_5) mosquitto_int_option(mqtt, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_username_pw_set(mqtt, setup->mac, setup->token);
  const char *own = *ca_file != '\0' ? ca_file : NULL, *system = own == NULL ? "/etc/ssl/certs" : NULL;
  if (setup->uses_tls && mosquitto_tls_set(mqtt, own, system, NULL, NULL, NULL) != MOSQ_ERR_SUCCESS) {
    fprintf(stderr, "VIGIL_CA_FILE cannot be read\n");
    exit(2);
  }
  mosquitto_connect_callback_set(mqtt, on_connect);
  mosquitto_disconnect_callback_set(mqtt, on_disconnect);
  mosquitto_publish_v5_callback_set(mqtt, on_acknowledged);
  mosquitto_message_callback_set(mqtt, on_answer);
  mosquitto_threaded_set(mqtt, true);
}

int main(int count, char **arguments) {
  const char *update_folder = setting("VIGIL_UPDATE_FOLDER", "");
  updates_boot(update_folder, arguments);
  const char *ca_file = setting("VIGIL_CA_FILE", "");
  const char *backlog_file = setting("VIGIL_BACKLOG_FILE", "");
  bool is_provisioned = count == 3 && strcmp(arguments[1], "--provision") == 0;
  struct vigil_setup setup = is_provisioned ? setup_from(arguments[2]) : setup_from_settings(ca_file);
  struct vigil_second second = {.sends_parts = strcmp(setting("VIGIL_SEND", "parts"), "reading") != 0,
                                .nominal_rate = (unsigned)atoi(setting("VIGIL_RATE_HZ", "50"))};
  is_version_5 = strcmp(setting("VIGIL_MQTT", "5"), "5") == 0;
  if (second.nominal_rate == 0) {
    fprintf(stderr, "VIGIL_RATE_HZ must be the sampling rate, for example 50\n");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct sigaction action = {.sa_handler = on_signal};
  for (size_t i = 0; i < 4; i++) sigaction((int[]){SIGINT, SIGTERM, SIGUSR1, SIGUSR2}[i], &action, NULL);
  sigset_t stops, buttons;
  sigemptyset(&stops);
  sigaddset(&stops, SIGINT);
  sigaddset(&stops, SIGTERM);
  sigemptyset(&buttons);
  sigaddset(&buttons, SIGUSR1);
  sigaddset(&buttons, SIGUSR2);
  srand((unsigned)time(NULL) ^ (unsigned)getpid());

  struct vigil_platform platform = {.firmware_version = VIGIL_FIRMWARE_VERSION, .model = VIGIL_MODEL, .uptime_ms = uptime_ms, .unix_ms = unix_ms, .random = any_number, .lock = lock,
                                    .unlock = unlock, .publish = publish, .library_resends = true,
                                    .ask_wearer = ask_wearer, .told = told, .refused = refused};
  struct vigil_backlog_file backlog = {.sync = sync_file};
  if (*backlog_file != '\0' && !vigil_open_backlog(&backlog, backlog_file, &platform.storage)) {
    fprintf(stderr, "VIGIL_BACKLOG_FILE cannot be written\n");
    return 2;
  }
  vigil_start(&wearable, &platform, setup.mac);
  open_client(&setup, ca_file);
  /* The buttons belong to the network task. A stop interrupts the sensor task where it waits for input. */
  pthread_t network;
  pthread_sigmask(SIG_BLOCK, &stops, NULL);
  pthread_sigmask(SIG_BLOCK, &buttons, NULL);
  has_updates = updates_start(update_folder, &platform, &setup, ca_file);
  pthread_sigmask(SIG_UNBLOCK, &buttons, NULL);
  if (pthread_create(&network, NULL, network_task, &setup) != 0) return 1;
  pthread_sigmask(SIG_BLOCK, &buttons, NULL);
  pthread_sigmask(SIG_UNBLOCK, &stops, NULL);

  struct vigil_sample sample;
  struct vigil_reading finished;
  bool has_gyro;
  while (!stopping && read_sample(&sample, &has_gyro))
    if (vigil_hold(&second, &sample, has_gyro, &finished)) vigil_add(&wearable, &finished);
  if (vigil_finish(&second, &finished)) vigil_add(&wearable, &finished);

  /* The input ends here, unlike on a wrist: deliver all readings and wait for the last results. */
  while (!stopping && vigil_waiting(&wearable) > 0) sleep_ms(NETWORK_TURN_MS);
  if (!stopping) sleep_ms(VIGIL_SECOND_MS / 2);
  stopping = 1;
  pthread_join(network, NULL);
  updates_stop();
  if (*backlog_file != '\0') vigil_save(&wearable);
  mosquitto_destroy(mqtt);
  mosquitto_lib_cleanup();
  if (updates_want_restart()) updates_restart(arguments);
  size_t waiting = vigil_waiting(&wearable);
  printf("%zu waiting, %lu lost\n", waiting, wearable.lost);
  return waiting == 0 && wearable.lost == 0 ? 0 : 1;
}
