/*
 * A wearable's firmware for Vigil, small and complete: hold, queue, publish, answers. docs/firmware.md explains why.
 *
 *   gcc -std=c11 -Wall -Wextra -Werror -pthread -o wearable docs/firmware/wearable.c -lmosquitto
 *   VIGIL_MAC=AA:BB:CC:DD:EE:FF VIGIL_TOKEN=… ./wearable < docs/firmware/fall.txt
 *
 * Two tasks, so that the sensor never waits for the network:
 *
 *   sensor task   read_sample → hold → queue
 *   network task  queue → MQTT, QoS 1; a reading leaves the queue when its PUBACK has come
 *
 * To make it yours, replace read_sample and felt_a_fall. Everything else is as a device needs it.
 */
#define _POSIX_C_SOURCE 200809L
#include <mosquitto.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* m/s²: from here on a sample is a blow, and worth more than whatever came last. */
#define BLOW 20.0f
#define SECOND_MS 1000
/* Ten minutes: what the service takes beyond one a second after a connection was away. 24 KB. */
#define QUEUE_LENGTH 600
/* Publishes on their way at once, so that a full queue is sent in seconds and the newest reading with it. */
#define IN_FLIGHT 20
#define KEEP_ALIVE_S 60
/* A PUBACK takes milliseconds. Without any for so long the network has gone silent, and what is sent into it gathers. */
#define PATIENCE_MS 5000
#define LONGEST_BACKOFF_MS 60000
#define NETWORK_TURN_MS 50

/* As the sensor measured it, gravity included. */
struct sample {
  long long uptime_ms;  /* since the device started */
  float ax, ay, az;     /* m/s² */
  float gx, gy, gz;     /* °/s */
};

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

/*
 * Waits for the sensor's next sample, 20 to 100 a second; false when there will be none. Here they are lines of standard
 * input, `t_ms ax ay az gx gy gz`, each given out when its time has come.
 */
static bool read_sample(struct sample *sample) {
  static long long start = -1;
  if (start < 0) start = uptime_ms();
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    long long t_ms;
    if (sscanf(line, "%lld %f %f %f %f %f %f", &t_ms, &sample->ax, &sample->ay, &sample->az, &sample->gx, &sample->gy,
               &sample->gz) != 7)
      continue; /* a comment */
    sample->uptime_ms = start + t_ms;
    long long early = sample->uptime_ms - uptime_ms();
    if (early > 0) sleep_ms((long)early);
    return true;
  }
  return false;
}

/* The service believes that its wearer fell: vibrate, and ask. A button may now publish {"answer":"ok"}, or "help". */
static void felt_a_fall(void) { printf("A fall was felt. Are you OK?\n"); }

/* ------------------------------------------------------------------------------------------------------------ hold */

/* |a|², which saves the square root. */
static float strength(const struct sample *s) { return s->ax * s->ax + s->ay * s->ay + s->az * s->az; }

struct second {
  bool begun;
  long long ends_at_ms;
  struct sample hardest, last;
};

/* The one sample that stands for a second: the hardest if it was a blow, else the last; with the second's own time. */
static struct sample held(const struct second *second) {
  struct sample sent = strength(&second->hardest) >= BLOW * BLOW ? second->hardest : second->last;
  sent.uptime_ms = second->last.uptime_ms;
  return sent;
}

/* True when the sample begins another second; `finished` is then what to send of the one before. */
static bool hold(struct second *second, const struct sample *sample, struct sample *finished) {
  bool over = second->begun && sample->uptime_ms >= second->ends_at_ms;
  if (over) *finished = held(second);
  if (over || !second->begun) {
    long long due = second->begun ? second->ends_at_ms : sample->uptime_ms;
    /* A pause of the sensor is skipped, not made up for. */
    if (sample->uptime_ms >= due + SECOND_MS) due = sample->uptime_ms;
    *second = (struct second){.begun = true, .ends_at_ms = due + SECOND_MS, .hardest = *sample, .last = *sample};
    return over;
  }
  if (strength(sample) > strength(&second->hardest)) second->hardest = *sample;
  second->last = *sample;
  return false;
}

/* ----------------------------------------------------------------------------------------------------------- queue */

/* A ring. The first `handed_over` are with the MQTT library, which repeats them (with DUP) until they are acknowledged. */
static struct {
  pthread_mutex_t lock;
  struct entry {
    struct sample sample;
    int message_id;
    bool acknowledged;
  } ring[QUEUE_LENGTH];
  size_t first, count, handed_over;
  unsigned long lost;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct entry *entry_at(size_t place) { return &queue.ring[(queue.first + place) % QUEUE_LENGTH]; }

/* Full: the oldest that is not on its way makes room. */
static void drop_oldest(void) {
  for (size_t place = queue.handed_over; place > 0; place--) *entry_at(place) = *entry_at(place - 1);
  queue.first = (queue.first + 1) % QUEUE_LENGTH;
  queue.count--;
  queue.lost++;
}

static void enqueue(const struct sample *sample) {
  pthread_mutex_lock(&queue.lock);
  if (queue.count == QUEUE_LENGTH) drop_oldest();
  *entry_at(queue.count++) = (struct entry){.sample = *sample};
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

/* Six numbers and the uptime must be there; battery_level, heart_rate and so on may be. device_id is in the topic. */
static int write_reading(char *text, size_t size, const struct sample *s) {
  return snprintf(text, size,
                  "{\"accel_x\":%.3f,\"accel_y\":%.3f,\"accel_z\":%.3f,"
                  "\"gyro_x\":%.2f,\"gyro_y\":%.2f,\"gyro_z\":%.2f,\"uptime_ms\":%lld}",
                  (double)s->ax, (double)s->ay, (double)s->az, (double)s->gx, (double)s->gy, (double)s->gz, s->uptime_ms);
}

/* In the queue's order, and each once: from here on the library has it, also when the connection has just been lost. */
static void hand_over(struct mosquitto *mqtt) {
  pthread_mutex_lock(&queue.lock);
  while (queue.handed_over < queue.count && queue.handed_over < IN_FLIGHT) {
    struct entry *next = entry_at(queue.handed_over);
    char text[256];
    int length = write_reading(text, sizeof text, &next->sample);
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
  /* Refused for good, and acknowledged: to be read by whoever writes the firmware, never to be sent again. */
  if (strstr(text, "\"success\":true") == NULL) fprintf(stderr, "refused: %s\n", text);
  if (strstr(text, "\"fallDetected\":true") != NULL) felt_a_fall();
}

/* When the connection was last seen to work: CONNACK, a PUBACK, or nothing on its way. */
static long long working_at_ms;

/* PUBACK: the reading is committed, or refused for good. */
static void on_acknowledged(struct mosquitto *mqtt, void *context, int message_id) {
  (void)mqtt, (void)context;
  acknowledge(message_id);
  working_at_ms = uptime_ms();
}

/* --------------------------------------------------------------------------------------------------------- network */

static volatile sig_atomic_t stopping;
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
  fprintf(stderr, "refused: %s\n", mosquitto_connack_string(code));
  /* A wrong token stays wrong: now and then is often enough. */
  if (code == 4 || code == 5) backoff_ms = LONGEST_BACKOFF_MS;
}

static void on_disconnect(struct mosquitto *mqtt, void *context, int reason) {
  (void)mqtt, (void)context;
  connected = false;
  if (!stopping) fprintf(stderr, "connection lost: %s\n", mosquitto_strerror(reason));
}

/* 1 s, 2 s, 4 s … a minute, each between half and whole, so that a home's wearables do not all come back at once. */
static void back_off(void) {
  backoff_ms = backoff_ms == 0 ? SECOND_MS : backoff_ms * 2;
  if (backoff_ms > LONGEST_BACKOFF_MS) backoff_ms = LONGEST_BACKOFF_MS;
  long rest = backoff_ms / 2 + rand() % (backoff_ms / 2);
  for (; rest > 0 && !stopping; rest -= NETWORK_TURN_MS) sleep_ms(NETWORK_TURN_MS);
}

/* Keep-alive alone would notice it after minutes. */
static bool has_gone_silent(void) {
  pthread_mutex_lock(&queue.lock);
  if (queue.handed_over == 0) working_at_ms = uptime_ms();
  pthread_mutex_unlock(&queue.lock);
  return connected && uptime_ms() - working_at_ms > PATIENCE_MS;
}

/*
 * Forgets what this connection has not sent yet: it will be sent again by the next one. Arriving late by this one as well,
 * all at once, it would be refused as more than one a second.
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
  int port = atoi(setting("VIGIL_PORT", *ca_file != '\0' ? "8883" : "1883"));
  snprintf(readings_topic, sizeof readings_topic, "devices/%s/readings", mac);
  snprintf(assessments_topic, sizeof assessments_topic, "devices/%s/assessments", mac);
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  srand((unsigned)time(NULL) ^ (unsigned)getpid());

  mosquitto_lib_init();
  /* A clean session: there is nothing to be kept for a wearable. The MAC as client id: the newest connection counts. */
  struct mosquitto *mqtt = mosquitto_new(mac, true, NULL);
  if (mqtt == NULL) return 1;
  mosquitto_username_pw_set(mqtt, mac, token);
  if (*ca_file != '\0' && mosquitto_tls_set(mqtt, ca_file, NULL, NULL, NULL, NULL) != MOSQ_ERR_SUCCESS) {
    fprintf(stderr, "VIGIL_CA_FILE cannot be read\n");
    return 2;
  }
  mosquitto_connect_callback_set(mqtt, on_connect);
  mosquitto_disconnect_callback_set(mqtt, on_disconnect);
  mosquitto_publish_callback_set(mqtt, on_acknowledged);
  mosquitto_message_callback_set(mqtt, on_answer);
  mosquitto_threaded_set(mqtt, true);
  /* If it fails, the network task tries again. */
  tell_of(mosquitto_connect(mqtt, host, port, KEEP_ALIVE_S));
  pthread_t network;
  if (pthread_create(&network, NULL, network_task, mqtt) != 0) return 1;

  struct sample sample, finished;
  struct second second = {0};
  while (!stopping && read_sample(&sample))
    if (hold(&second, &sample, &finished)) enqueue(&finished);
  if (second.begun) {
    finished = held(&second);
    enqueue(&finished);
  }

  /* Samples never end on a wrist. Here they do: all of them are delivered first, and their last answers heard. */
  while (!stopping && waiting() > 0) sleep_ms(NETWORK_TURN_MS);
  if (!stopping) sleep_ms(SECOND_MS / 2);
  stopping = 1;
  pthread_join(network, NULL);
  mosquitto_destroy(mqtt);
  mosquitto_lib_cleanup();
  printf("%zu waiting, %lu lost\n", queue.count, queue.lost);
  return queue.count == 0 && queue.lost == 0 ? 0 : 1;
}
