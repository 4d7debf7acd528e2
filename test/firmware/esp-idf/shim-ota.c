/*
 * The OTA partitions and the bootloader of ESP-IDF as files of SHIM_FOLDER: `wearable` is ota_0, `ota-1` the other. `ota-state` is
 * the state of ota-1: new, pending or valid; without it ota_0 starts. And esp_http_client on libcurl, which trusts SHIM_CA.
 */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shim.h"

static const esp_partition_t OTA[2] = {{0x180000 * 16}, {0x180000 * 16}};
static FILE *image;

static char *in_folder(const char *name) {
  char *path = NULL;
  if (asprintf(&path, "%s/%s", getenv("SHIM_FOLDER"), name) < 0) abort();
  return path;
}

static char state_now(void) {
  FILE *file = fopen(in_folder("ota-state"), "r");
  int state = file == NULL ? 0 : fgetc(file);
  if (file != NULL) fclose(file);
  return (char)state;
}

static void set_state(char state) {
  FILE *file = fopen(in_folder("ota-state"), "w");
  if (file == NULL) abort();
  fputc(state, file);
  fclose(file);
}

/* As the bootloader with rollback: a new image becomes pending, and a pending one that restarts is left. */
void shim_boot(void) {
  char state = state_now();
  if (state == 'p') unlink(in_folder("ota-state"));
  if (state == 'n') set_state('p');
  execl(in_folder(state == 'n' || state == 'v' ? "ota-1" : "wearable"), "wearable", NULL);
  abort();
}

const esp_partition_t *esp_ota_get_running_partition(void) {
  char path[512] = "";
  if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) abort();
  return &OTA[strstr(path, "/ota-1") != NULL];
}

const esp_partition_t *esp_ota_get_next_update_partition(const esp_partition_t *from) {
  (void)from;
  return esp_ota_get_running_partition() == &OTA[0] ? &OTA[1] : NULL;
}

esp_err_t esp_ota_begin(const esp_partition_t *partition, size_t size, esp_ota_handle_t *handle) {
  if (partition != &OTA[1] || size != OTA_WITH_SEQUENTIAL_WRITES || image != NULL) abort();
  unlink(in_folder("ota-1"));
  image = fopen(in_folder("ota-1"), "wb");
  *handle = 1;
  return image == NULL ? ESP_FAIL : ESP_OK;
}
esp_err_t esp_ota_write(esp_ota_handle_t handle, const void *data, size_t size) {
  return handle == 1 && fwrite(data, 1, size, image) == size ? ESP_OK : ESP_FAIL;
}
esp_err_t esp_ota_abort(esp_ota_handle_t handle) {
  if (handle != 1 || image == NULL) abort();
  fclose(image);
  image = NULL;
  return ESP_OK;
}
esp_err_t esp_ota_end(esp_ota_handle_t handle) {
  esp_ota_abort(handle);
  return chmod(in_folder("ota-1"), S_IRWXU) == 0 ? ESP_OK : ESP_FAIL;
}
esp_err_t esp_ota_set_boot_partition(const esp_partition_t *partition) {
  if (partition != &OTA[1] || image != NULL) abort();
  set_state('n');
  return ESP_OK;
}
esp_err_t esp_ota_get_state_partition(const esp_partition_t *partition, esp_ota_img_states_t *state) {
  /* Nothing is known of an image that was not written over the air. */
  if (partition != &OTA[1]) return ESP_FAIL;
  *state = state_now() == 'p' ? ESP_OTA_IMG_PENDING_VERIFY : ESP_OTA_IMG_VALID;
  return ESP_OK;
}
esp_err_t esp_ota_mark_app_valid_cancel_rollback(void) {
  if (state_now() == 'p') set_state('v');
  return ESP_OK;
}
esp_err_t esp_ota_mark_app_invalid_rollback_and_reboot(void) {
  unlink(in_folder("ota-state"));
  fflush(stdout);
  shim_boot();
}

/* ------------------------------------------------------------------------------------------------------------- http */

struct shim_http {
  CURL *curl;
  struct curl_slist *headers;
  char *body;
  size_t length, read;
};

esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t *config) {
  if (!config->disable_auto_redirect || (config->cert_pem == NULL && config->crt_bundle_attach == NULL)) abort();
  struct shim_http *client = calloc(1, sizeof *client);
  client->curl = curl_easy_init();
  curl_easy_setopt(client->curl, CURLOPT_URL, config->url);
  curl_easy_setopt(client->curl, CURLOPT_CAINFO, getenv("SHIM_CA"));
  curl_easy_setopt(client->curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(client->curl, CURLOPT_TIMEOUT_MS, (long)config->timeout_ms);
  return client;
}

esp_err_t esp_http_client_set_header(esp_http_client_handle_t client, const char *name, const char *value) {
  char *line = NULL;
  if (asprintf(&line, "%s: %s", name, value) < 0) abort();
  client->headers = curl_slist_append(client->headers, line);
  free(line);
  return ESP_OK;
}

/* All that comes before the connection breaks. */
esp_err_t esp_http_client_open(esp_http_client_handle_t client, int write_length) {
  if (write_length != 0) abort();
  FILE *body = open_memstream(&client->body, &client->length);
  curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, client->headers);
  curl_easy_setopt(client->curl, CURLOPT_WRITEDATA, body);
  curl_easy_perform(client->curl);
  fclose(body);
  return esp_http_client_get_status_code(client) > 0 ? ESP_OK : ESP_FAIL;
}

int64_t esp_http_client_fetch_headers(esp_http_client_handle_t client) { return (int64_t)client->length; }

int esp_http_client_get_status_code(esp_http_client_handle_t client) {
  long status = 0;
  curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, &status);
  return (int)status;
}

int esp_http_client_read(esp_http_client_handle_t client, char *buffer, int length) {
  size_t left = client->length - client->read, taken = left < (size_t)length ? left : (size_t)length;
  memcpy(buffer, client->body + client->read, taken);
  client->read += taken;
  return (int)taken;
}

esp_err_t esp_http_client_cleanup(esp_http_client_handle_t client) {
  curl_easy_cleanup(client->curl);
  curl_slist_free_all(client->headers);
  free(client->body);
  free(client);
  return ESP_OK;
}
