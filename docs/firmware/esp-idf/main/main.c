/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* The reference wearable on an ESP32 with ESP-IDF. The folder core/ does the work; README.md has the wiring and the commands. */
#include <sys/time.h>
#include <unistd.h>

#include "app.h"
#include "backlog_file.h"
#include "esp_log.h"
#include "esp_random.h"
#include "esp_spiffs.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "nvs_flash.h"

#define TAG "vigil"
#define RATE_HZ 50
#define SENSOR_RETRY_MS 1000
/* 2024: earlier the clock is not set. */
#define CLOCK_IS_SET 1704067200

struct vigil_wearable wearable;
static SemaphoreHandle_t mutex;

static int64_t uptime_ms(void *context) {
  (void)context;
  return esp_timer_get_time() / 1000;
}

static int64_t unix_ms(void *context) {
  (void)context;
  struct timeval now;
  gettimeofday(&now, NULL);
  return now.tv_sec < CLOCK_IS_SET ? 0 : (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000;
}

static uint32_t any_number(void *context) {
  (void)context;
  return esp_random();
}

static void lock(void *context) {
  (void)context;
  xSemaphoreTake(mutex, portMAX_DELAY);
}

static void unlock(void *context) {
  (void)context;
  xSemaphoreGive(mutex);
}

static void ask_wearer(void *context) {
  (void)context;
  ESP_LOGW(TAG, "fall detected, asking the wearer");
  motor_pulse(3);
}

static void told(void *context, enum vigil_answer answer) {
  (void)context;
  ESP_LOGI(TAG, "%s", answer == VIGIL_HELP ? "help is called" : "OK is sent");
  motor_pulse(1);
}

static void refused(void *context, const char *text) {
  (void)context;
  ESP_LOGE(TAG, "refused: %s", text);
}

static void sync_file(FILE *file) { fsync(fileno(file)); }

static void open_storage(struct vigil_storage *storage) {
  static struct vigil_backlog_file backlog = {.sync = sync_file};
  esp_vfs_spiffs_conf_t spiffs = {.base_path = "/backlog", .partition_label = "backlog", .max_files = 2,
                                  .format_if_mount_failed = true};
  if (esp_vfs_spiffs_register(&spiffs) != ESP_OK || !vigil_open_backlog(&backlog, "/backlog/readings", storage))
    ESP_LOGE(TAG, "no storage: late readings will be lost");
}

static void sensor_task(void *argument) {
  (void)argument;
  struct vigil_second second = {.nominal_rate = RATE_HZ, .sends_parts = true};
  struct vigil_sample sample;
  struct vigil_reading finished;
  bool works = false;
  TickType_t turn = xTaskGetTickCount();
  for (;;) {
    if (!works && !(works = imu_start())) {
      ESP_LOGE(TAG, "the sensor does not answer");
      vTaskDelay(pdMS_TO_TICKS(SENSOR_RETRY_MS));
      turn = xTaskGetTickCount();
      continue;
    }
    works = imu_read(&sample);
    if (works && vigil_hold(&second, &sample, true, &finished)) vigil_add(&wearable, &finished);
    vTaskDelayUntil(&turn, pdMS_TO_TICKS(1000 / RATE_HZ));
  }
}

static void open_nvs(void) {
  esp_err_t result = nvs_flash_init();
  if (result == ESP_ERR_NVS_NO_FREE_PAGES || result == ESP_ERR_NVS_NEW_VERSION_FOUND) {
    ESP_ERROR_CHECK(nvs_flash_erase());
    result = nvs_flash_init();
  }
  ESP_ERROR_CHECK(result);
}

void app_main(void) {
  static struct vigil_setup setup;
  struct vigil_wifi wifi;
  open_nvs();
  settings_listen();
  if (!settings_load(&setup, &wifi)) {
    ESP_LOGW(TAG, "not set up: paste the text of the console's QR code, and that of the Wi-Fi's, one a line");
    return;
  }
  mutex = xSemaphoreCreateMutex();
  struct vigil_platform platform = {.firmware_version = CONFIG_VIGIL_FIRMWARE_VERSION, .model = CONFIG_VIGIL_MODEL, .uptime_ms = uptime_ms, .unix_ms = unix_ms, .random = any_number, .lock = lock,
                                    .unlock = unlock, .publish = network_publish, .library_resends = false,
                                    .ask_wearer = ask_wearer, .told = told, .refused = refused};
  open_storage(&platform.storage);
  vigil_start(&wearable, &platform, setup.mac);
  updates_start(&platform, &setup);
  wifi_start(&wifi);
  buttons_start();
  network_start(&setup);
  /* Above the network: a sample is never late because of it. */
  xTaskCreate(sensor_task, "sensor", 6144, NULL, 7, NULL);
}
