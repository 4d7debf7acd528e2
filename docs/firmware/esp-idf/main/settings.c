/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * The texts of two QR codes, one a line, over the serial line: the console's and a Wi-Fi's. They are kept in NVS; encrypt it in a
 * product (docs of ESP-IDF, "NVS Encryption"). Nothing here prints what it read: both contain secrets.
 */
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "esp_system.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "nvs.h"

#define NAMESPACE "vigil"
#define POLL_MS 5

bool settings_get(const char *name, void *value, size_t size) {
  nvs_handle_t handle;
  size_t stored = size;
  if (nvs_open(NAMESPACE, NVS_READONLY, &handle) != ESP_OK) return false;
  bool is_there = nvs_get_blob(handle, name, value, &stored) == ESP_OK && stored == size;
  nvs_close(handle);
  return is_there;
}

bool settings_put(const char *name, const void *value, size_t size) {
  nvs_handle_t handle;
  if (nvs_open(NAMESPACE, NVS_READWRITE, &handle) != ESP_OK) return false;
  bool is_stored = nvs_set_blob(handle, name, value, size) == ESP_OK && nvs_commit(handle) == ESP_OK;
  nvs_close(handle);
  return is_stored;
}

bool settings_load(struct vigil_setup *setup, struct vigil_wifi *wifi) {
  bool has_setup = settings_get("setup", setup, sizeof *setup);
  return settings_get("wifi", wifi, sizeof *wifi) && has_setup;
}

static void take_line(const char *line, size_t length) {
  struct vigil_setup setup;
  struct vigil_wifi wifi;
  bool is_wifi = strncmp(line, "WIFI:", 5) == 0;
  const char *problem = is_wifi ? vigil_read_wifi(line, length, &wifi) : vigil_read_setup(line, length, &setup);
  if (problem == NULL && !(is_wifi ? settings_put("wifi", &wifi, sizeof wifi) : settings_put("setup", &setup, sizeof setup)))
    problem = "the flash cannot be written";
  printf("%s: %s\n", is_wifi ? "Wi-Fi" : "Vigil", problem == NULL ? "stored" : problem);
  if (problem == NULL && settings_load(&setup, &wifi)) esp_restart();
}

/* Polls: standard input does not wait without a driver. A line that is too long is read to its end and refused. */
static void listen_task(void *argument) {
  (void)argument;
  static char line[VIGIL_SETUP_TEXT + 2];
  size_t length = 0;
  for (;;) {
    int read = fgetc(stdin);
    if (read == EOF) {
      clearerr(stdin);
      vTaskDelay(pdMS_TO_TICKS(POLL_MS));
    } else if (read == '\n' || read == '\r') {
      line[length] = '\0';
      if (length > 0) take_line(line, length);
      memset(line, 0, sizeof line);
      length = 0;
    } else if (length < sizeof line - 1) {
      line[length++] = (char)read;
    }
  }
}

void settings_listen(void) { xTaskCreate(listen_task, "settings", 6144, NULL, 2, NULL); }
