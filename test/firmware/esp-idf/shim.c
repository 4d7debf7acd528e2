/*
 * The ESP-IDF functions of the ESP32 example on this machine. SHIM_FOLDER holds what a device would keep and feel: nvs-KEY, the
 * files of /backlog, and gpio-N while the button at N is pressed. SHIM_SAMPLES is the recording that the sensor plays.
 */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------------------- system */

static char *in_folder(const char *prefix, const char *name) {
  char *path = NULL;
  if (asprintf(&path, "%s/%s%s", getenv("SHIM_FOLDER"), prefix, name) < 0) abort();
  return path;
}

void shim_log(char level, const char *tag, const char *format, ...) {
  va_list values;
  va_start(values, format);
  char *text = NULL;
  if (vasprintf(&text, format, values) < 0) abort();
  va_end(values);
  printf("%c %s: %s\n", level, tag, text);
  free(text);
}

void esp_restart(void) {
  fflush(stdout);
  shim_boot();
}

int64_t esp_timer_get_time(void) {
  static int64_t start;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t us = now.tv_sec * 1000000LL + now.tv_nsec / 1000;
  if (start == 0) start = us;
  return us - start;
}

uint32_t esp_random(void) { return (uint32_t)random(); }

/* --------------------------------------------------------------------------------------------------------- freertos */

struct started {
  void (*task)(void *);
  void *argument;
};

static void *run_task(void *argument) {
  struct started started = *(struct started *)argument;
  free(argument);
  started.task(started.argument);
  /* A task of FreeRTOS must not return. */
  abort();
}

BaseType_t xTaskCreate(void (*task)(void *), const char *name, uint32_t stack, void *argument, UBaseType_t priority,
                       TaskHandle_t *handle) {
  (void)name, (void)stack, (void)priority, (void)handle;
  struct started *started = malloc(sizeof *started);
  *started = (struct started){task, argument};
  pthread_t thread;
  return pthread_create(&thread, NULL, run_task, started) == 0 ? pdTRUE : 0;
}

TickType_t xTaskGetTickCount(void) { return (TickType_t)(esp_timer_get_time() / 1000); }

void vTaskDelay(TickType_t ticks) { usleep(ticks * 1000); }

void vTaskDelayUntil(TickType_t *previous, TickType_t ticks) {
  *previous += ticks;
  int32_t left = (int32_t)(*previous - xTaskGetTickCount());
  if (left > 0) vTaskDelay((TickType_t)left);
}

struct shim_queue {
  pthread_mutex_t mutex;
  pthread_cond_t filled;
  size_t length, size, first, count;
  char items[];
};

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size) {
  QueueHandle_t queue = calloc(1, sizeof *queue + (size_t)length * size);
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->filled, NULL);
  queue->length = length;
  queue->size = size;
  return queue;
}

BaseType_t xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks) {
  if (ticks != 0) abort(); /* The example never waits here. */
  pthread_mutex_lock(&queue->mutex);
  bool fits = queue->count < queue->length;
  if (fits) memcpy(queue->items + (queue->first + queue->count++) % queue->length * queue->size, item, queue->size);
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->mutex);
  return fits ? pdTRUE : 0;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  int64_t ns = end.tv_nsec + ticks * 1000000LL;
  end.tv_sec += ns / 1000000000;
  end.tv_nsec = ns % 1000000000;
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == 0 && pthread_cond_timedwait(&queue->filled, &queue->mutex, &end) != ETIMEDOUT) continue;
  bool is_there = queue->count > 0;
  if (is_there) {
    memcpy(item, queue->items + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->length;
    queue->count--;
  }
  pthread_mutex_unlock(&queue->mutex);
  return is_there ? pdTRUE : 0;
}

struct shim_mutex {
  pthread_mutex_t mutex;
};

SemaphoreHandle_t xSemaphoreCreateMutex(void) {
  SemaphoreHandle_t mutex = calloc(1, sizeof *mutex);
  pthread_mutexattr_t checked;
  pthread_mutexattr_init(&checked);
  pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex->mutex, &checked);
  return mutex;
}

BaseType_t xSemaphoreTake(SemaphoreHandle_t mutex, TickType_t ticks) {
  (void)ticks;
  if (pthread_mutex_lock(&mutex->mutex) != 0) abort(); /* taken twice by one task */
  return pdTRUE;
}

BaseType_t xSemaphoreGive(SemaphoreHandle_t mutex) {
  if (pthread_mutex_unlock(&mutex->mutex) != 0) abort();
  return pdTRUE;
}

/* ------------------------------------------------------------------------------------------------------------- wifi */

esp_event_base_t const WIFI_EVENT = "WIFI_EVENT", IP_EVENT = "IP_EVENT";
static esp_event_handler_t wifi_handler, ip_handler;

esp_err_t esp_event_loop_create_default(void) { return ESP_OK; }
esp_err_t esp_event_handler_register(esp_event_base_t base, int32_t id, esp_event_handler_t handler, void *argument) {
  (void)id, (void)argument;
  *(base == WIFI_EVENT ? &wifi_handler : &ip_handler) = handler;
  return ESP_OK;
}
esp_err_t esp_netif_init(void) { return ESP_OK; }
void *esp_netif_create_default_wifi_sta(void) { return NULL; }
esp_err_t esp_netif_sntp_init(const esp_sntp_config_t *config) { return config->server == NULL ? ESP_FAIL : ESP_OK; }
esp_err_t esp_wifi_init(const wifi_init_config_t *config) { return config->magic == 0x1F2F3F4F ? ESP_OK : ESP_FAIL; }
esp_err_t esp_wifi_set_mode(wifi_mode_t mode) { return mode == WIFI_MODE_STA ? ESP_OK : ESP_FAIL; }
esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t *config) {
  (void)interface;
  printf("wifi: %.32s\n", (const char *)config->sta.ssid);
  return ESP_OK;
}
esp_err_t esp_wifi_start(void) {
  wifi_handler(NULL, WIFI_EVENT, WIFI_EVENT_STA_START, NULL);
  return ESP_OK;
}
esp_err_t esp_wifi_connect(void) {
  ip_handler(NULL, IP_EVENT, IP_EVENT_STA_GOT_IP, NULL);
  return ESP_OK;
}

/* ------------------------------------------------------------------------------------------------------------ flash */

esp_err_t nvs_flash_init(void) { return ESP_OK; }
esp_err_t nvs_flash_erase(void) { return ESP_OK; }
esp_err_t nvs_open(const char *name, nvs_open_mode_t mode, nvs_handle_t *handle) {
  (void)name, (void)mode;
  *handle = 1;
  return ESP_OK;
}
esp_err_t nvs_get_blob(nvs_handle_t handle, const char *key, void *value, size_t *length) {
  (void)handle;
  char *path = in_folder("nvs-", key);
  FILE *file = fopen(path, "rb");
  free(path);
  if (file == NULL) return ESP_FAIL;
  *length = fread(value, 1, *length, file);
  fclose(file);
  return ESP_OK;
}
esp_err_t nvs_set_blob(nvs_handle_t handle, const char *key, const void *value, size_t length) {
  (void)handle;
  char *path = in_folder("nvs-", key);
  FILE *file = fopen(path, "wb");
  free(path);
  if (file == NULL) return ESP_FAIL;
  bool is_whole = fwrite(value, 1, length, file) == length;
  fclose(file);
  return is_whole ? ESP_OK : ESP_FAIL;
}
esp_err_t nvs_commit(nvs_handle_t handle) { return handle == 1 ? ESP_OK : ESP_FAIL; }
void nvs_close(nvs_handle_t handle) { (void)handle; }

static const char *mounted;
esp_err_t esp_vfs_spiffs_register(const esp_vfs_spiffs_conf_t *config) {
  mounted = config->base_path;
  return ESP_OK;
}

/* Linked with --wrap=fopen: paths of the mounted file system lead to the folder. */
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode) {
  if (mounted == NULL || strncmp(path, mounted, strlen(mounted)) != 0) return __real_fopen(path, mode);
  char *there = in_folder("spiffs-", path + strlen(mounted) + 1);
  FILE *file = __real_fopen(there, mode);
  free(there);
  return file;
}

/* ------------------------------------------------------------------------------------------------- buttons and motor */

esp_err_t gpio_config(const gpio_config_t *config) { return config->pin_bit_mask == 0 ? ESP_FAIL : ESP_OK; }
int gpio_get_level(gpio_num_t pin) {
  char name[16];
  snprintf(name, sizeof name, "%d", pin);
  char *path = in_folder("gpio-", name);
  int level = access(path, F_OK) == 0 ? 0 : 1;
  free(path);
  return level;
}
esp_err_t gpio_set_level(gpio_num_t pin, uint32_t level) {
  static uint32_t last;
  if (level != last) printf("gpio %d: %u\n", pin, (unsigned)level);
  last = level;
  return ESP_OK;
}

/* ----------------------------------------------------------------------------------------------------------- sensor */

struct shim_i2c {
  uint8_t registers[128];
};
static struct shim_i2c sensor = {.registers = {[0x75] = 0x68, [0x6B] = 0x40}};

esp_err_t i2c_new_master_bus(const i2c_master_bus_config_t *config, i2c_master_bus_handle_t *bus) {
  *bus = &sensor;
  return config->sda_io_num == config->scl_io_num ? ESP_FAIL : ESP_OK;
}
esp_err_t i2c_master_bus_add_device(i2c_master_bus_handle_t bus, const i2c_device_config_t *config,
                                    i2c_master_dev_handle_t *device) {
  *device = bus;
  return config->device_address == 0x68 ? ESP_OK : ESP_FAIL;
}
esp_err_t i2c_master_transmit(i2c_master_dev_handle_t device, const uint8_t *bytes, size_t size, int timeout_ms) {
  (void)timeout_ms;
  if (size != 2) return ESP_FAIL;
  device->registers[bytes[0] & 127] = bytes[1];
  return ESP_OK;
}

struct recorded {
  int64_t t_ms;
  float values[6];
};

/* The recording at its time since the first call; its last sample remains. */
static const float *recorded_now(void) {
  static struct recorded samples[4096];
  static size_t count, at;
  static int64_t start;
  if (count == 0) {
    FILE *file = fopen(getenv("SHIM_SAMPLES"), "r");
    char line[256];
    while (file != NULL && count < 4096 && fgets(line, sizeof line, file) != NULL) {
      struct recorded *s = &samples[count];
      long long t;
      if (sscanf(line, "%lld %f %f %f %f %f %f", &t, &s->values[0], &s->values[1], &s->values[2], &s->values[3],
                 &s->values[4], &s->values[5]) != 7)
        continue;
      s->t_ms = t;
      count++;
    }
    if (count == 0) abort();
    fclose(file);
    start = esp_timer_get_time() / 1000;
  }
  while (at + 1 < count && samples[at + 1].t_ms <= esp_timer_get_time() / 1000 - start) at++;
  return samples[at].values;
}

/* As the chip answers with the ranges that were set: beyond them it clips. */
static void put_value(uint8_t *bytes, float value, float units) {
  float scaled = value * units;
  int clipped = scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : (int)scaled;
  bytes[0] = (uint8_t)((uint16_t)clipped >> 8);
  bytes[1] = (uint8_t)clipped;
}

esp_err_t i2c_master_transmit_receive(i2c_master_dev_handle_t device, const uint8_t *sent, size_t sent_size, uint8_t *received,
                                      size_t received_size, int timeout_ms) {
  (void)timeout_ms;
  if (sent_size != 1) return ESP_FAIL;
  bool is_asleep = (device->registers[0x6B] & 0x40) != 0;
  if (sent[0] != 0x3B || received_size != 14 || is_asleep) {
    if (sent[0] + received_size > sizeof device->registers) return ESP_FAIL;
    memcpy(received, device->registers + sent[0], received_size);
    return ESP_OK;
  }
  const float *values = recorded_now();
  float accel = 16384.0f / (float)(1 << (device->registers[0x1C] >> 3 & 3)) / 9.80665f;
  float gyro = 131.0f / (float)(1 << (device->registers[0x1B] >> 3 & 3));
  memset(received, 0, 14);
  for (int i = 0; i < 3; i++) {
    put_value(received + 2 * i, values[i], accel);
    put_value(received + 8 + 2 * i, values[3 + i], gyro);
  }
  return ESP_OK;
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  esp_timer_get_time();
  srandom((unsigned)getpid());
  app_main();
  for (;;) pause();
}
