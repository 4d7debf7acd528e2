/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include <string.h>

#include "app.h"
#include "esp_event.h"
#include "esp_netif.h"
#include "esp_netif_sntp.h"
#include "esp_wifi.h"

static volatile bool is_up;

bool wifi_is_up(void) { return is_up; }

static void on_event(void *argument, esp_event_base_t base, int32_t id, void *data) {
  (void)argument, (void)data;
  if (base == IP_EVENT && id == IP_EVENT_STA_GOT_IP) is_up = true;
  if (base != WIFI_EVENT) return;
  if (id == WIFI_EVENT_STA_DISCONNECTED) is_up = false;
  if (id == WIFI_EVENT_STA_START || id == WIFI_EVENT_STA_DISCONNECTED) esp_wifi_connect();
}

void wifi_start(const struct vigil_wifi *wifi) {
  ESP_ERROR_CHECK(esp_netif_init());
  ESP_ERROR_CHECK(esp_event_loop_create_default());
  esp_netif_create_default_wifi_sta();
  wifi_init_config_t defaults = WIFI_INIT_CONFIG_DEFAULT();
  ESP_ERROR_CHECK(esp_wifi_init(&defaults));
  ESP_ERROR_CHECK(esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, on_event, NULL));
  ESP_ERROR_CHECK(esp_event_handler_register(IP_EVENT, IP_EVENT_STA_GOT_IP, on_event, NULL));
  wifi_config_t config = {0};
  /* Both arrays may be full, without a final 0. */
  memcpy(config.sta.ssid, wifi->ssid, strlen(wifi->ssid));
  memcpy(config.sta.password, wifi->password, strlen(wifi->password));
  ESP_ERROR_CHECK(esp_wifi_set_mode(WIFI_MODE_STA));
  ESP_ERROR_CHECK(esp_wifi_set_config(WIFI_IF_STA, &config));
  ESP_ERROR_CHECK(esp_wifi_start());
  esp_sntp_config_t time = ESP_NETIF_SNTP_DEFAULT_CONFIG(CONFIG_VIGIL_NTP_SERVER);
  ESP_ERROR_CHECK(esp_netif_sntp_init(&time));
}
