/*
 * The part of the ESP-IDF API that the ESP32 example calls, as its documentation declares it (version 5.4), for compiling and
 * running the example on this machine. shim.c implements it on POSIX and libmosquitto. The test makes a header of each name that
 * the example includes, which includes this file.
 */
#ifndef SHIM_H
#define SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* esp_err.h, esp_log.h, esp_system.h, esp_timer.h, esp_random.h */
typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL (-1)
#define ESP_ERROR_CHECK(call) \
  do { \
    if ((call) != ESP_OK) abort(); \
  } while (0)
#define ESP_LOGI(tag, ...) shim_log('I', tag, __VA_ARGS__)
#define ESP_LOGW(tag, ...) shim_log('W', tag, __VA_ARGS__)
#define ESP_LOGE(tag, ...) shim_log('E', tag, __VA_ARGS__)
void shim_log(char level, const char *tag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void esp_restart(void) __attribute__((noreturn));
int64_t esp_timer_get_time(void);
uint32_t esp_random(void);

/* freertos/ */
typedef uint32_t TickType_t;
typedef int BaseType_t;
typedef unsigned UBaseType_t;
#define pdTRUE 1
#define portMAX_DELAY 0xffffffffu
#define pdMS_TO_TICKS(ms) ((TickType_t)(ms))
typedef struct shim_queue *QueueHandle_t;
typedef struct shim_mutex *SemaphoreHandle_t;
typedef void *TaskHandle_t;
BaseType_t xTaskCreate(void (*task)(void *), const char *name, uint32_t stack, void *argument, UBaseType_t priority,
                       TaskHandle_t *handle);
void vTaskDelay(TickType_t ticks);
void vTaskDelayUntil(TickType_t *previous, TickType_t ticks);
TickType_t xTaskGetTickCount(void);
QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size);
BaseType_t xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks);
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);
SemaphoreHandle_t xSemaphoreCreateMutex(void);
BaseType_t xSemaphoreTake(SemaphoreHandle_t mutex, TickType_t ticks);
BaseType_t xSemaphoreGive(SemaphoreHandle_t mutex);

/* esp_event.h, esp_netif.h, esp_netif_sntp.h, esp_wifi.h */
typedef const char *esp_event_base_t;
typedef void (*esp_event_handler_t)(void *argument, esp_event_base_t base, int32_t id, void *data);
#define ESP_EVENT_ANY_ID (-1)
extern esp_event_base_t const WIFI_EVENT, IP_EVENT;
enum { WIFI_EVENT_STA_START = 2, WIFI_EVENT_STA_DISCONNECTED = 5 };
enum { IP_EVENT_STA_GOT_IP = 0 };
esp_err_t esp_event_loop_create_default(void);
esp_err_t esp_event_handler_register(esp_event_base_t base, int32_t id, esp_event_handler_t handler, void *argument);
esp_err_t esp_netif_init(void);
void *esp_netif_create_default_wifi_sta(void);
typedef struct {
  const char *server;
} esp_sntp_config_t;
#define ESP_NETIF_SNTP_DEFAULT_CONFIG(name) {name}
esp_err_t esp_netif_sntp_init(const esp_sntp_config_t *config);
typedef struct {
  int magic;
} wifi_init_config_t;
#define WIFI_INIT_CONFIG_DEFAULT() {0x1F2F3F4F}
typedef union {
  struct {
    uint8_t ssid[32], password[64];
  } sta;
} wifi_config_t;
typedef enum { WIFI_MODE_STA = 1 } wifi_mode_t;
typedef enum { WIFI_IF_STA = 0 } wifi_interface_t;
esp_err_t esp_wifi_init(const wifi_init_config_t *config);
esp_err_t esp_wifi_set_mode(wifi_mode_t mode);
esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t *config);
esp_err_t esp_wifi_start(void);
esp_err_t esp_wifi_connect(void);

/* nvs.h, nvs_flash.h, esp_spiffs.h */
#define ESP_ERR_NVS_NO_FREE_PAGES 0x110d
#define ESP_ERR_NVS_NEW_VERSION_FOUND 0x1110
typedef uint32_t nvs_handle_t;
typedef enum { NVS_READONLY, NVS_READWRITE } nvs_open_mode_t;
esp_err_t nvs_flash_init(void);
esp_err_t nvs_flash_erase(void);
esp_err_t nvs_open(const char *name, nvs_open_mode_t mode, nvs_handle_t *handle);
esp_err_t nvs_get_blob(nvs_handle_t handle, const char *key, void *value, size_t *length);
esp_err_t nvs_set_blob(nvs_handle_t handle, const char *key, const void *value, size_t length);
esp_err_t nvs_commit(nvs_handle_t handle);
void nvs_close(nvs_handle_t handle);
typedef struct {
  const char *base_path, *partition_label;
  size_t max_files;
  bool format_if_mount_failed;
} esp_vfs_spiffs_conf_t;
esp_err_t esp_vfs_spiffs_register(const esp_vfs_spiffs_conf_t *config);

/* driver/gpio.h, driver/i2c_master.h */
typedef int gpio_num_t;
typedef struct {
  uint64_t pin_bit_mask;
  enum { GPIO_MODE_INPUT = 1, GPIO_MODE_OUTPUT } mode;
  enum { GPIO_PULLUP_DISABLE, GPIO_PULLUP_ENABLE } pull_up_en;
} gpio_config_t;
esp_err_t gpio_config(const gpio_config_t *config);
int gpio_get_level(gpio_num_t pin);
esp_err_t gpio_set_level(gpio_num_t pin, uint32_t level);
typedef struct shim_i2c *i2c_master_bus_handle_t;
typedef struct shim_i2c *i2c_master_dev_handle_t;
typedef struct {
  int i2c_port;
  gpio_num_t sda_io_num, scl_io_num;
  enum { I2C_CLK_SRC_DEFAULT } clk_source;
  uint8_t glitch_ignore_cnt;
  struct {
    uint32_t enable_internal_pullup : 1;
  } flags;
} i2c_master_bus_config_t;
typedef struct {
  enum { I2C_ADDR_BIT_LEN_7 } dev_addr_length;
  uint16_t device_address;
  uint32_t scl_speed_hz;
} i2c_device_config_t;
esp_err_t i2c_new_master_bus(const i2c_master_bus_config_t *config, i2c_master_bus_handle_t *bus);
esp_err_t i2c_master_bus_add_device(i2c_master_bus_handle_t bus, const i2c_device_config_t *config,
                                    i2c_master_dev_handle_t *device);
esp_err_t i2c_master_transmit(i2c_master_dev_handle_t device, const uint8_t *bytes, size_t size, int timeout_ms);
esp_err_t i2c_master_transmit_receive(i2c_master_dev_handle_t device, const uint8_t *sent, size_t sent_size, uint8_t *received,
                                      size_t received_size, int timeout_ms);

/* mqtt_client.h, esp_crt_bundle.h */
typedef enum {
  MQTT_EVENT_ANY = -1,
  MQTT_EVENT_ERROR = 0,
  MQTT_EVENT_CONNECTED,
  MQTT_EVENT_DISCONNECTED,
  MQTT_EVENT_SUBSCRIBED,
  MQTT_EVENT_UNSUBSCRIBED,
  MQTT_EVENT_PUBLISHED,
  MQTT_EVENT_DATA,
} esp_mqtt_event_id_t;
typedef struct {
  enum { MQTT_ERROR_TYPE_NONE, MQTT_ERROR_TYPE_TCP_TRANSPORT, MQTT_ERROR_TYPE_CONNECTION_REFUSED } error_type;
  int connect_return_code;
} esp_mqtt_error_codes_t;
typedef struct {
  esp_mqtt_event_id_t event_id;
  char *data, *topic;
  int topic_len, data_len, total_data_len, current_data_offset, msg_id;
  esp_mqtt_error_codes_t *error_handle;
} esp_mqtt_event_t;
typedef struct shim_mqtt *esp_mqtt_client_handle_t;
typedef struct {
  struct {
    struct {
      const char *hostname;
      enum { MQTT_TRANSPORT_UNKNOWN, MQTT_TRANSPORT_OVER_TCP, MQTT_TRANSPORT_OVER_SSL } transport;
      uint32_t port;
    } address;
    struct {
      esp_err_t (*crt_bundle_attach)(void *configuration);
      const char *certificate;
    } verification;
  } broker;
  struct {
    const char *username, *client_id;
    struct {
      const char *password;
    } authentication;
  } credentials;
  struct {
    enum { MQTT_PROTOCOL_UNDEFINED, MQTT_PROTOCOL_V_3_1, MQTT_PROTOCOL_V_3_1_1, MQTT_PROTOCOL_V_5 } protocol_ver;
    int keepalive, message_retransmit_timeout;
  } session;
  struct {
    bool disable_auto_reconnect;
  } network;
  struct {
    int size;
  } buffer;
} esp_mqtt_client_config_t;
esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t *config);
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t event, esp_event_handler_t handler,
                                         void *argument);
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client);
esp_err_t esp_mqtt_client_destroy(esp_mqtt_client_handle_t client);
int esp_mqtt_client_subscribe(esp_mqtt_client_handle_t client, const char *topic, int qos);
int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char *topic, const char *data, int length, int qos, int retain);
esp_err_t esp_crt_bundle_attach(void *configuration);

/* esp_ota_ops.h, esp_partition.h */
#define OTA_WITH_SEQUENTIAL_WRITES 0xfffffffe
typedef uint32_t esp_ota_handle_t;
typedef struct {
  uint32_t size;
} esp_partition_t;
typedef enum { ESP_OTA_IMG_NEW, ESP_OTA_IMG_PENDING_VERIFY, ESP_OTA_IMG_VALID } esp_ota_img_states_t;
const esp_partition_t *esp_ota_get_next_update_partition(const esp_partition_t *from);
const esp_partition_t *esp_ota_get_running_partition(void);
esp_err_t esp_ota_begin(const esp_partition_t *partition, size_t size, esp_ota_handle_t *handle);
esp_err_t esp_ota_write(esp_ota_handle_t handle, const void *data, size_t size);
esp_err_t esp_ota_end(esp_ota_handle_t handle);
esp_err_t esp_ota_abort(esp_ota_handle_t handle);
esp_err_t esp_ota_set_boot_partition(const esp_partition_t *partition);
esp_err_t esp_ota_get_state_partition(const esp_partition_t *partition, esp_ota_img_states_t *state);
esp_err_t esp_ota_mark_app_valid_cancel_rollback(void);
esp_err_t esp_ota_mark_app_invalid_rollback_and_reboot(void);
void shim_boot(void) __attribute__((noreturn));

/* esp_http_client.h */
typedef struct shim_http *esp_http_client_handle_t;
typedef struct {
  const char *url, *cert_pem;
  int timeout_ms;
  bool disable_auto_redirect;
  esp_err_t (*crt_bundle_attach)(void *configuration);
} esp_http_client_config_t;
esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t *config);
esp_err_t esp_http_client_set_header(esp_http_client_handle_t client, const char *name, const char *value);
esp_err_t esp_http_client_open(esp_http_client_handle_t client, int write_length);
int64_t esp_http_client_fetch_headers(esp_http_client_handle_t client);
int esp_http_client_get_status_code(esp_http_client_handle_t client);
int esp_http_client_read(esp_http_client_handle_t client, char *buffer, int length);
esp_err_t esp_http_client_cleanup(esp_http_client_handle_t client);

void app_main(void);

#endif
