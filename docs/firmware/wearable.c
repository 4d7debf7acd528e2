/*
 * A small, complete firmware of a wearable for Vigil: hold, parts, queue, publish, results. docs/firmware.md explains it.
 *
 *   gcc -std=c11 -Wall -Wextra -Werror -pthread -o wearable docs/firmware/wearable.c -lmosquitto -lm
 *   VIGIL_MAC=AA:BB:CC:DD:EE:FF VIGIL_TOKEN=… ./wearable < docs/firmware/fall.txt
 *
 * Two tasks, so that the sensor never waits for the network:
 *
 *   sensor task   read_sample → hold, parts → queue
 *   network task  queue → MQTT, QoS 1; a PUBACK removes the reading from the queue
 *
 * For your own device, replace read_sample and ask_wearer. Keep the rest.
 */
#define _POSIX_C_SOURCE 200809L
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "parts.h"

/* m/s²: a sample of this strength is an impact. */
#define BLOW 20.0f
#define SECOND_MS 1000
/* Ten minutes: the extra readings that the service accepts after an outage. 100 KB; 24 KB without parts. */
#define QUEUE_LENGTH 600
/* Publishes in flight: a full queue is sent within seconds. */
#define IN_FLIGHT 20
#define KEEP_ALIVE_S 60
/* A PUBACK takes milliseconds. After this time without one the network is silent, and sent data only fills buffers. */
#define PATIENCE_MS 5000
#define LONGEST_BACKOFF_MS 60000
#define NETWORK_TURN_MS 50
/* Enough for write_reading: the parts, and seven fields of at most 55 characters, whatever a faulty sensor returns. */
#define READING_TEXT (PARTS_TEXT + 7 * 64)

static void sleep_ms(long ms) {
  struct timespec rest = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
  while (nanosleep(&rest, &rest) != 0) continue;
}

static long long uptime_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* ------------------------------------------------------------------------------------------------ yours to replace */

/* Set it to false for a sensor without a gyro. The service then gets null; 0 would say that the wearer never turns. */
static bool has_gyro = true;

/*
 * Waits for the next sample of the sensor, 25 to 100 per second; false at the end. This version reads lines of standard
 * input, `t_ms ax ay az gx gy gz` or `t_ms ax ay az`, and returns each at its time.
 */
static bool read_sample(struct sample *sample) {
  static long long start = -1;
  if (start < 0) start = uptime_ms();
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    long long t_ms;
    int numbers = sscanf(line, "%lld %f %f %f %f %f %f", &t_ms, &sample->ax, &sample->ay, &sample->az, &sample->gx,
                         &sample->gy, &sample->gz);
    if (numbers != 7 && numbers != 4) continue; /* a comment */
    has_gyro = numbers == 7;
    sample->uptime_ms = start + t_ms;
    long long early = sample->uptime_ms - uptime_ms();
    if (early > 0) sleep_ms((long)early);
    return true;
  }
  return false;
}

/* The service has detected a fall: vibrate and ask the wearer. A button can publish {"answer":"ok"} or "help". */
static void ask_wearer(void) { printf("Fall detected. Are you OK?\n"); }

/* ------------------------------------------------------------------------------------------------------------ hold */

/* |a|², without the square root. */
static float strength(const struct sample *s) { return s->ax * s->ax + s->ay * s->ay + s->az * s->az; }

struct second {
  bool begun;
  long long ends_at_ms;
  struct sample hardest, last;
  struct parts parts;
};

/* The message of a second: the held sample, and the parts if they are sent and the sensor did not pause. */
struct reading {
  struct sample sample;
  bool has_parts;
  struct part_rows parts;
};

/* VIGIL_SEND and VIGIL_RATE_HZ. On your device both are constants. */
static bool sends_parts = true;
static unsigned nominal_rate = 50;

/* Selects the sample of a second: the hardest if it is an impact, else the last; with the end time of the second. */
static struct sample held(const struct second *second) {
  struct sample sent = strength(&second->hardest) >= BLOW * BLOW ? second->hardest : second->last;
  sent.uptime_ms = second->last.uptime_ms;
  return sent;
}

static struct reading finish(const struct second *second) {
  struct reading reading = {.sample = held(second)};
  reading.has_parts = sends_parts && finish_parts(&second->parts, &reading.parts);
  return reading;
}

/* True if the sample starts a new second; `finished` is then the reading of the previous second. */
static bool hold(struct second *second, const struct sample *sample, struct reading *finished) {
  bool over = second->begun && sample->uptime_ms >= second->ends_at_ms;
  if (over) *finished = finish(second);
  if (over || !second->begun) {
    long long due = second->begun ? second->ends_at_ms : sample->uptime_ms;
    /* Skips a pause of the sensor. */
    if (sample->uptime_ms >= due + SECOND_MS) due = sample->uptime_ms;
    second->begun = true;
    second->ends_at_ms = due + SECOND_MS;
    second->hardest = *sample;
    begin_parts(&second->parts, nominal_rate);
  }
  if (strength(sample) > strength(&second->hardest)) second->hardest = *sample;
  second->last = *sample;
  add_to_parts(&second->parts, sample, has_gyro);
  return over;
}

/* ----------------------------------------------------------------------------------------------------------- queue */

/* A ring buffer. The MQTT library has the first `handed_over` readings and resends them (with DUP) until their PUBACK. */
static struct {
  pthread_mutex_t lock;
  struct entry {
    struct reading reading;
    int message_id;
    bool acknowledged;
  } ring[QUEUE_LENGTH];
  size_t first, count, handed_over;
  unsigned long lost;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct entry *entry_at(size_t place) { return &queue.ring[(queue.first + place) % QUEUE_LENGTH]; }

/* The queue is full: drops the oldest reading that is not in flight. */
static void drop_oldest(void) {
  for (size_t place = queue.handed_over; place > 0; place--) *entry_at(place) = *entry_at(place - 1);
  queue.first = (queue.first + 1) % QUEUE_LENGTH;
  queue.count--;
  queue.lost++;
}

static void enqueue(const struct reading *reading) {
  pthread_mutex_lock(&queue.lock);
  if (queue.count == QUEUE_LENGTH) drop_oldest();
  *entry_at(queue.count++) = (struct entry){.reading = *reading};
  pthread_mutex_unlock(&queue.lock);
}

static void acknowledge(int message_id) {
  pthread_mutex_lock(&queue.lock);
  for (size_t place = 0; place < queue.handed_over; place++)
    if (entry_at(place)->message_id == message_id) entry_at(place)->acknowledged = true;
  while (queue.handed_over > 0 && entry_at(0)->acknowledged) {
    queue.first = (queue.first + 1) % QUEUE_LENGTH;
    queue.count--;
    queue.handed_over--;
  }
  pthread_mutex_unlock(&queue.lock);
}

static size_t waiting(void) {
  pthread_mutex_lock(&queue.lock);
  size_t count = queue.count;
  pthread_mutex_unlock(&queue.lock);
  return count;
}

/* --------------------------------------------------------------------------------------------------------- publish */

static char readings_topic[64], assessments_topic[64];

/* Only accelerations and uptime are required: battery_level, heart_rate and so on are optional. The topic has device_id. */
static int write_reading(char *text, const struct reading *reading) {
  const struct sample *s = &reading->sample;
  char *to = text + sprintf(text, "{\"accel_x\":%.2f,\"accel_y\":%.2f,\"accel_z\":%.2f,", (double)s->ax, (double)s->ay,
                            (double)s->az);
  if (has_gyro)
    to += sprintf(to, "\"gyro_x\":%.1f,\"gyro_y\":%.1f,\"gyro_z\":%.1f,", (double)s->gx, (double)s->gy, (double)s->gz);
  else
    to += sprintf(to, "\"gyro_x\":null,\"gyro_y\":null,\"gyro_z\":null,");
  to += sprintf(to, "\"uptime_ms\":%lld", s->uptime_ms);
  if (reading->has_parts) {
    to += sprintf(to, ",\"parts\":");
    to += write_parts(to, &reading->parts, has_gyro);
  }
  to += sprintf(to, "}");
  return (int)(to - text);
}

/* In the order of the queue, each reading once. The library keeps a reading even if the connection has just been lost. */
static void hand_over(struct mosquitto *mqtt) {
  pthread_mutex_lock(&queue.lock);
  while (queue.handed_over < queue.count && queue.handed_over < IN_FLIGHT) {
    struct entry *next = entry_at(queue.handed_over);
    char text[READING_TEXT];
    int length = write_reading(text, &next->reading);
    int result = mosquitto_publish(mqtt, &next->message_id, readings_topic, length, text, 1, false);
    if (result != MOSQ_ERR_SUCCESS && result != MOSQ_ERR_NO_CONN && result != MOSQ_ERR_CONN_LOST) break;
    queue.handed_over++;
  }
  pthread_mutex_unlock(&queue.lock);
}

/* --------------------------------------------------------------------------------------------------------- answers */

static void on_answer(struct mosquitto *mqtt, void *context, const struct mosquitto_message *message) {
  (void)mqtt, (void)context;
  char text[1024];
  snprintf(text, sizeof text, "%.*s", message->payloadlen, (const char *)message->payload);
  /* Permanently rejected and acknowledged: a message for the firmware developer. Never resend it. */
  if (strstr(text, "\"success\":true") == NULL) fprintf(stderr, "refused: %s\n", text);
  /* fallDetected stays true for several readings after one fall: ask once. */
  static bool asked;
  bool fall = strstr(text, "\"fallDetected\":true") != NULL;
  if (fall && !asked) ask_wearer();
  if (fall || strstr(text, "\"fallDetected\":false") != NULL) asked = fall;
}

/* The time at which the connection last worked: a CONNACK, a PUBACK, or nothing in flight. */
static long long working_at_ms;

/*
 * PUBACK: the reading is committed, or permanently rejected. MQTT 5 says which, and why; 3.1.1 says it on `assessments`
 * alone.
 */
static void on_acknowledged(struct mosquitto *mqtt, void *context, int message_id, int reason,
                            const mosquitto_property *properties) {
  (void)mqtt, (void)context;
  if (reason >= MQTT_RC_UNSPECIFIED) {
    char *why = NULL;
    mosquitto_property_read_string(properties, MQTT_PROP_REASON_STRING, &why, false);
    fprintf(stderr, "refused: %s: %s\n", mosquitto_reason_string(reason), why != NULL ? why : "");
    free(why);
  }
  acknowledge(message_id);
  working_at_ms = uptime_ms();
}

/* --------------------------------------------------------------------------------------------------------- network */

static volatile sig_atomic_t stopping;
/* VIGIL_MQTT, 5 or 3.1.1. On your device it is what your library speaks. */
static bool is_version_5;
static bool connected;
static long backoff_ms;

static void on_connect(struct mosquitto *mqtt, void *context, int code) {
  (void)context;
  connected = code == 0;
  if (connected) {
    backoff_ms = 0;
    working_at_ms = uptime_ms();
    mosquitto_subscribe(mqtt, NULL, assessments_topic, 0);
    printf("connected, %zu waiting\n", waiting());
    return;
  }
  fprintf(stderr, "refused: %s\n", is_version_5 ? mosquitto_reason_string(code) : mosquitto_connack_string(code));
  /* A wrong token stays wrong: retry rarely. */
  if (code == 4 || code == 5 || code == MQTT_RC_BAD_USERNAME_OR_PASSWORD || code == MQTT_RC_NOT_AUTHORIZED)
    backoff_ms = LONGEST_BACKOFF_MS;
}

static void on_disconnect(struct mosquitto *mqtt, void *context, int reason) {
  (void)mqtt, (void)context;
  connected = false;
  if (!stopping) fprintf(stderr, "connection lost: %s\n", mosquitto_strerror(reason));
}

/* 1 s, 2 s, 4 s … a minute, each times 0.5 to 1, so that the wearables of a home do not reconnect all at once. */
static void back_off(void) {
  backoff_ms = backoff_ms == 0 ? SECOND_MS : backoff_ms * 2;
  if (backoff_ms > LONGEST_BACKOFF_MS) backoff_ms = LONGEST_BACKOFF_MS;
  long rest = backoff_ms / 2 + rand() % (backoff_ms / 2);
  for (; rest > 0 && !stopping; rest -= NETWORK_TURN_MS) sleep_ms(NETWORK_TURN_MS);
}

/* Keep-alive alone would take minutes. */
static bool has_gone_silent(void) {
  pthread_mutex_lock(&queue.lock);
  if (queue.handed_over == 0) working_at_ms = uptime_ms();
  pthread_mutex_unlock(&queue.lock);
  return connected && uptime_ms() - working_at_ms > PATIENCE_MS;
}

/*
 * Discards the unsent data of this connection; the next connection resends it. If it arrived late on this connection, the
 * service would reject it as more than one reading per second.
 */
static void abandon(struct mosquitto *mqtt) {
  fprintf(stderr, "connection lost: no PUBACK\n");
  struct linger reset = {.l_onoff = 1, .l_linger = 0};
  setsockopt(mosquitto_socket(mqtt), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
}

static void tell_of(int result) {
  if (result != MOSQ_ERR_SUCCESS) fprintf(stderr, "not connected: %s\n", mosquitto_strerror(result));
}

static void *network_task(void *argument) {
  struct mosquitto *mqtt = argument;
  while (!stopping) {
    if (connected) hand_over(mqtt);
    int result = mosquitto_loop(mqtt, NETWORK_TURN_MS, 1);
    bool silent = has_gone_silent();
    if (result == MOSQ_ERR_SUCCESS && !silent) continue;
    if (silent) abandon(mqtt);
    connected = false;
    back_off();
    if (!stopping) tell_of(mosquitto_reconnect(mqtt));
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

static void stop(int signal) {
  (void)signal;
  stopping = 1;
}

int main(void) {
  const char *mac = setting("VIGIL_MAC", NULL);
  const char *token = setting("VIGIL_TOKEN", NULL);
  const char *host = setting("VIGIL_HOST", "localhost");
  const char *ca_file = setting("VIGIL_CA_FILE", "");
  sends_parts = strcmp(setting("VIGIL_SEND", "parts"), "reading") != 0;
  is_version_5 = strcmp(setting("VIGIL_MQTT", "5"), "5") == 0;
  nominal_rate = (unsigned)atoi(setting("VIGIL_RATE_HZ", "50"));
  if (nominal_rate == 0) {
    fprintf(stderr, "VIGIL_RATE_HZ must be the sampling rate, for example 50\n");
    return 2;
  }
  int port = atoi(setting("VIGIL_PORT", *ca_file != '\0' ? "8883" : "1883"));
  snprintf(readings_topic, sizeof readings_topic, "devices/%s/readings", mac);
  snprintf(assessments_topic, sizeof assessments_topic, "devices/%s/assessments", mac);
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  srand((unsigned)time(NULL) ^ (unsigned)getpid());

  mosquitto_lib_init();
  /* A clean session: the service keeps nothing for a wearable. The client id is the MAC: the newest connection wins. */
  struct mosquitto *mqtt = mosquitto_new(mac, true, NULL);
  if (mqtt == NULL) return 1;
  if (is_version_5) mosquitto_int_option(mqtt, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_username_pw_set(mqtt, mac, token);
  if (*ca_file != '\0' && mosquitto_tls_set(mqtt, ca_file, NULL, NULL, NULL, NULL) != MOSQ_ERR_SUCCESS) {
    fprintf(stderr, "VIGIL_CA_FILE cannot be read\n");
    return 2;
  }
  mosquitto_connect_callback_set(mqtt, on_connect);
  mosquitto_disconnect_callback_set(mqtt, on_disconnect);
  mosquitto_publish_v5_callback_set(mqtt, on_acknowledged);
  mosquitto_message_callback_set(mqtt, on_answer);
  mosquitto_threaded_set(mqtt, true);
  /* If it fails, the network task retries. */
  tell_of(mosquitto_connect(mqtt, host, port, KEEP_ALIVE_S));
  pthread_t network;
  if (pthread_create(&network, NULL, network_task, mqtt) != 0) return 1;

  struct sample sample;
  struct reading finished;
  struct second second = {0};
  while (!stopping && read_sample(&sample))
    if (hold(&second, &sample, &finished)) enqueue(&finished);
  if (second.begun) {
    finished = finish(&second);
    enqueue(&finished);
  }

  /* The input ends here, unlike on a wrist: deliver all readings and wait for the last results. */
  while (!stopping && waiting() > 0) sleep_ms(NETWORK_TURN_MS);
  if (!stopping) sleep_ms(SECOND_MS / 2);
  stopping = 1;
  pthread_join(network, NULL);
  mosquitto_destroy(mqtt);
  mosquitto_lib_cleanup();
  printf("%zu waiting, %lu lost\n", queue.count, queue.lost);
  return queue.count == 0 && queue.lost == 0 ? 0 : 1;
}
