/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * MQTT 5 with ESP-MQTT. Its task reports events while it holds the client's lock, and the core publishes while it holds its own:
 * so the events go through a queue to the network task, which alone calls the core.
 *
 * Each connection is a new client. After a reconnect ESP-MQTT would resend one message a second, in any order with new ones; a new
 * client has forgotten them, and the core sends them again in their order (`library_resends` is false).
 */
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "esp_crt_bundle.h"
#include "esp_log.h"
#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/task.h"
#include "mqtt_client.h"

#define TAG "vigil"
#define KEEP_ALIVE_S 60
#define NETWORK_TURN_MS 50
/* Two for each message in flight: its PUBACK and its result. */
#define EVENTS 64
/* Longer than any connection without PUBACK lives: nothing is resent on an open connection. */
#define NO_RESEND_MS 60000
/* CONNACK: bad user name or password, not authorised; in 3.1.1 and in 5. */
#define IS_TOKEN_WRONG(code) ((code) == 4 || (code) == 5 || (code) == 0x86 || (code) == 0x87)

#ifdef CONFIG_VIGIL_OWN_CA
extern const char own_ca[] asm("_binary_ca_pem_start");
#endif

struct event {
  esp_mqtt_event_id_t kind;
  /* Of which client: events of an earlier one may still be queued. */
  unsigned connection;
  /* A message id, or the code of a refusal. */
  int number;
  char *text;
  size_t length;
  /* Of an update; otherwise a result. */
  bool is_offer;
};

static QueueHandle_t events;
static esp_mqtt_client_handle_t client;
static unsigned connection;

int network_publish(void *context, const char *topic, const char *text, size_t length) {
  (void)context;
  return client == NULL ? -1 : esp_mqtt_client_publish(client, topic, text, (int)length, 1, 0);
}

/* In the client's task. If the queue is full, the event is lost: then the core misses a PUBACK and connects again. */
static void on_mqtt(void *argument, esp_event_base_t base, int32_t id, void *data) {
  (void)base;
  const esp_mqtt_event_t *said = data;
  struct event event = {.kind = id, .connection = (unsigned)(uintptr_t)argument, .number = said->msg_id};
  if (id == MQTT_EVENT_ERROR) {
    if (said->error_handle->error_type != MQTT_ERROR_TYPE_CONNECTION_REFUSED) return;
    event.number = said->error_handle->connect_return_code;
  }
  /* The rest of a message larger than the buffer: its beginning says enough. */
  if (id == MQTT_EVENT_DATA && said->current_data_offset > 0) return;
  if (id == MQTT_EVENT_DATA && (event.text = malloc((size_t)said->data_len + 1)) != NULL) {
    event.length = (size_t)said->data_len;
    memcpy(event.text, said->data, event.length);
    event.is_offer = (size_t)said->topic_len == strlen(update.offers_topic) &&
                     memcmp(said->topic, update.offers_topic, (size_t)said->topic_len) == 0;
  }
  if (xQueueSend(events, &event, 0) != pdTRUE) free(event.text);
}

static void handle_message(const struct event *event) {
  if (!event->is_offer) {
    vigil_answered(&wearable, event->text, event->length);
    return;
  }
  const char *problem = vigil_update_offered(&update, event->text, event->length);
  if (problem != NULL) ESP_LOGW(TAG, "update: %s", problem);
}

static void handle(const struct event *event) {
  if (event->connection != connection) return;
  switch (event->kind) {
    case MQTT_EVENT_CONNECTED:
      ESP_LOGI(TAG, "connected, %u waiting", (unsigned)vigil_waiting(&wearable));
      esp_mqtt_client_subscribe(client, wearable.assessments_topic, 0);
      if (updates_are_on()) {
        esp_mqtt_client_subscribe(client, update.offers_topic, 1);
        vigil_update_connected(&update);
      }
      vigil_connected(&wearable);
      break;
    case MQTT_EVENT_DISCONNECTED:
      ESP_LOGW(TAG, "connection lost");
      vigil_disconnected(&wearable);
      break;
    case MQTT_EVENT_PUBLISHED:
      if (!updates_are_on() || !vigil_update_acknowledged(&update, event->number)) vigil_acknowledged(&wearable, event->number);
      break;
    case MQTT_EVENT_DATA:
      if (event->text != NULL) handle_message(event);
      break;
    case MQTT_EVENT_ERROR:
      ESP_LOGE(TAG, "connection refused: %d", event->number);
      vigil_connection_refused(&wearable, IS_TOKEN_WRONG(event->number));
      break;
    default:
      break;
  }
}

static void close_client(void) {
  if (client != NULL) esp_mqtt_client_destroy(client);
  client = NULL;
  connection++;
}

static void open_client(const struct vigil_setup *setup) {
  esp_mqtt_client_config_t config = {
      .broker.address.hostname = setup->host,
      .broker.address.port = setup->port,
      .broker.address.transport = setup->uses_tls ? MQTT_TRANSPORT_OVER_SSL : MQTT_TRANSPORT_OVER_TCP,
      .credentials.username = setup->mac,
      .credentials.client_id = setup->mac,
      .credentials.authentication.password = setup->token,
      .session.protocol_ver = MQTT_PROTOCOL_V_5,
      .session.keepalive = KEEP_ALIVE_S,
      .session.message_retransmit_timeout = NO_RESEND_MS,
      .network.disable_auto_reconnect = true,
      .buffer.size = 2048,
  };
#ifdef CONFIG_VIGIL_OWN_CA
  if (setup->uses_tls) config.broker.verification.certificate = own_ca;
#else
  if (setup->uses_tls) config.broker.verification.crt_bundle_attach = esp_crt_bundle_attach;
#endif
  close_client();
  bool is_started = wifi_is_up() && (client = esp_mqtt_client_init(&config)) != NULL &&
                    esp_mqtt_client_register_event(client, MQTT_EVENT_ANY, on_mqtt, (void *)(uintptr_t)connection) == ESP_OK &&
                    esp_mqtt_client_start(client) == ESP_OK;
  if (!is_started) vigil_disconnected(&wearable);
}

static void network_task(void *argument) {
  const struct vigil_setup *setup = argument;
  struct event event;
  for (;;) {
    if (xQueueReceive(events, &event, pdMS_TO_TICKS(NETWORK_TURN_MS)) == pdTRUE) {
      handle(&event);
      free(event.text);
    }
    enum vigil_step step = vigil_turn(&wearable);
    if (updates_are_on()) vigil_update_turn(&update, wearable.state == VIGIL_ONLINE, vigil_count_acknowledged(&wearable));
    if (step == VIGIL_CONNECT) open_client(setup);
    if (step == VIGIL_ABANDON) {
      ESP_LOGW(TAG, "connection lost: no PUBACK");
      close_client();
    }
  }
}

void network_start(const struct vigil_setup *setup) {
  events = xQueueCreate(EVENTS, sizeof(struct event));
  xTaskCreate(network_task, "network", 8192, (void *)setup, 5, NULL);
}
