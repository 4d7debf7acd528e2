/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * Signed updates over HTTPS into the OTA partition that is not running. The bootloader starts a new version once; if it restarts
 * before `confirm`, the bootloader goes back. The record of the core is in NVS.
 *
 * Writing flash stops both tasks that run from it for some milliseconds: the image is written in small blocks with pauses.
 */
#include <stdio.h>

#include "app.h"
#include "cryptography.h"
#include "esp_crt_bundle.h"
#include "esp_http_client.h"
#include "esp_log.h"
#include "esp_ota_ops.h"
#include "esp_system.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

#define TAG "vigil"
#define POLL_MS 1000
/* 40 KB/s: a 1 MB image takes half a minute. */
#define BLOCK 4096
#define PAUSE_MS 100
#define TIMEOUT_MS 20000
#define RECORD "update"

#ifdef CONFIG_VIGIL_OWN_CA
extern const char own_ca[] asm("_binary_ca_pem_start");
#endif

struct vigil_update update;
static bool has_updates;
static esp_ota_handle_t image;
static const esp_partition_t *slot;
static const char *token;

static bool open_slot(void *context, uint32_t size) {
  (void)context;
  if (image != 0) esp_ota_abort(image);
  image = 0;
  slot = esp_ota_get_next_update_partition(NULL);
  /* Each sector is erased when it is written: to erase all of them at once would stop the sensor for seconds. */
  return slot != NULL && size <= slot->size && esp_ota_begin(slot, OTA_WITH_SEQUENTIAL_WRITES, &image) == ESP_OK;
}

static bool write_slot(void *context, const uint8_t *bytes, size_t length) {
  (void)context;
  return esp_ota_write(image, bytes, length) == ESP_OK;
}

static bool close_slot(void *context) {
  (void)context;
  esp_ota_handle_t closed = image;
  image = 0;
  return esp_ota_end(closed) == ESP_OK;
}

static bool start_trial(void *context) {
  (void)context;
  return esp_ota_set_boot_partition(slot) == ESP_OK;
}

static bool is_on_trial(void *context) {
  (void)context;
  esp_ota_img_states_t state;
  return esp_ota_get_state_partition(esp_ota_get_running_partition(), &state) == ESP_OK && state == ESP_OTA_IMG_PENDING_VERIFY;
}

static void confirm(void *context) {
  (void)context;
  esp_ota_mark_app_valid_cancel_rollback();
}

static void roll_back(void *context) {
  (void)context;
  ESP_LOGE(TAG, "no reading was acknowledged: going back");
  vigil_save(&wearable);
  esp_ota_mark_app_invalid_rollback_and_reboot();
}

static bool load(void *context, struct vigil_update_record *record) {
  (void)context;
  return settings_get(RECORD, record, sizeof *record);
}

static bool save(void *context, const struct vigil_update_record *record) {
  (void)context;
  return settings_put(RECORD, record, sizeof *record);
}

static void read_image(esp_http_client_handle_t client) {
  static char block[BLOCK];
  int length;
  if (esp_http_client_open(client, 0) != ESP_OK || esp_http_client_fetch_headers(client) < 0) return;
  if (!vigil_update_answered(&update, esp_http_client_get_status_code(client))) return;
  while ((length = esp_http_client_read(client, block, sizeof block)) > 0) {
    if (!vigil_update_write(&update, (const uint8_t *)block, (size_t)length)) return;
    vTaskDelay(pdMS_TO_TICKS(PAUSE_MS));
  }
}

static void fetch(const struct vigil_offer *offer, uint32_t from) {
  char bearer[VIGIL_TOKEN + 8], range[24];
  /* The token goes to this address alone: no redirects. */
  esp_http_client_config_t config = {.url = offer->url, .timeout_ms = TIMEOUT_MS, .disable_auto_redirect = true};
#ifdef CONFIG_VIGIL_OWN_CA
  config.cert_pem = own_ca;
#else
  config.crt_bundle_attach = esp_crt_bundle_attach;
#endif
  esp_http_client_handle_t client = esp_http_client_init(&config);
  if (client == NULL) return;
  snprintf(bearer, sizeof bearer, "Bearer %s", token);
  esp_http_client_set_header(client, "Authorization", bearer);
  snprintf(range, sizeof range, "bytes=%u-", (unsigned)from);
  if (from > 0) esp_http_client_set_header(client, "Range", range);
  read_image(client);
  esp_http_client_cleanup(client);
}

static void download_task(void *argument) {
  (void)argument;
  static struct vigil_offer offer;
  uint32_t from;
  for (;;) {
    vTaskDelay(pdMS_TO_TICKS(POLL_MS));
    if (!wifi_is_up() || !vigil_update_wanted(&update, &offer, &from)) continue;
    ESP_LOGI(TAG, "loading version %s", offer.version);
    fetch(&offer, from);
    if (!vigil_update_ended(&update)) continue;
    ESP_LOGI(TAG, "restarting with version %s", offer.version);
    vigil_save(&wearable);
    esp_restart();
  }
}

bool updates_are_on(void) { return has_updates; }

void updates_start(const struct vigil_platform *platform, const struct vigil_setup *setup) {
  struct vigil_update_platform own = {
      .version = CONFIG_VIGIL_FIRMWARE_VERSION, .public_key = CONFIG_VIGIL_FIRMWARE_KEY, .is_https_only = setup->uses_tls,
      .uptime_ms = platform->uptime_ms, .random = platform->random, .lock = platform->lock, .unlock = platform->unlock,
      .publish = platform->publish, .open = open_slot, .write = write_slot, .close = close_slot, .start_trial = start_trial,
      .is_on_trial = is_on_trial, .confirm = confirm, .roll_back = roll_back, .load = load, .save = save};
  if (*own.public_key == '\0' || !vigil_use_sodium(&own)) return;
  token = setup->token;
  vigil_update_start(&update, &own, setup->mac);
  has_updates = true;
  /* Below all others: TLS takes most of this stack. */
  xTaskCreate(download_task, "updates", 10240, NULL, 1, NULL);
}
