/* ESP-MQTT on libmosquitto: one task for each client, which holds the client's lock while it reports an event. */
#define _GNU_SOURCE
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <string.h>

#include "shim.h"

struct shim_mqtt {
  struct mosquitto *mosquitto;
  esp_mqtt_client_config_t config;
  esp_event_handler_t handler;
  void *argument;
  pthread_t task;
  pthread_mutex_t api_lock;
  volatile bool is_stopping;
};

static void report(struct shim_mqtt *client, esp_mqtt_event_t event) {
  pthread_mutex_lock(&client->api_lock);
  client->handler(client->argument, "MQTT_EVENTS", event.event_id, &event);
  pthread_mutex_unlock(&client->api_lock);
}

static void report_error(struct shim_mqtt *client, bool is_refused, int code) {
  esp_mqtt_error_codes_t error = {is_refused ? MQTT_ERROR_TYPE_CONNECTION_REFUSED : MQTT_ERROR_TYPE_TCP_TRANSPORT, code};
  report(client, (esp_mqtt_event_t){.event_id = MQTT_EVENT_ERROR, .error_handle = &error});
}

static void on_connect(struct mosquitto *mosquitto, void *context, int code) {
  (void)mosquitto;
  if (code == 0) report(context, (esp_mqtt_event_t){.event_id = MQTT_EVENT_CONNECTED});
  else report_error(context, true, code);
}

static void on_publish(struct mosquitto *mosquitto, void *context, int id) {
  (void)mosquitto;
  report(context, (esp_mqtt_event_t){.event_id = MQTT_EVENT_PUBLISHED, .msg_id = id});
}

static void on_message(struct mosquitto *mosquitto, void *context, const struct mosquitto_message *message) {
  (void)mosquitto;
  struct shim_mqtt *client = context;
  int length = message->payloadlen < client->config.buffer.size ? message->payloadlen : client->config.buffer.size;
  report(context, (esp_mqtt_event_t){.event_id = MQTT_EVENT_DATA, .topic = message->topic,
                                     .topic_len = (int)strlen(message->topic), .data = message->payload, .data_len = length,
                                     .total_data_len = message->payloadlen});
}

static void *run(void *argument) {
  struct shim_mqtt *client = argument;
  int result = mosquitto_connect(client->mosquitto, client->config.broker.address.hostname,
                                 (int)client->config.broker.address.port, client->config.session.keepalive);
  if (result != MOSQ_ERR_SUCCESS) report_error(client, false, 0);
  while (result == MOSQ_ERR_SUCCESS && !client->is_stopping) result = mosquitto_loop(client->mosquitto, 20, 1);
  if (!client->is_stopping) report(client, (esp_mqtt_event_t){.event_id = MQTT_EVENT_DISCONNECTED});
  return NULL;
}

esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t *config) {
  /* Only what the example sets; anything else would not be played as the real client does it. */
  if (!config->network.disable_auto_reconnect || config->broker.address.transport != MQTT_TRANSPORT_OVER_TCP) abort();
  struct shim_mqtt *client = calloc(1, sizeof *client);
  client->config = *config;
  pthread_mutex_init(&client->api_lock, NULL);
  mosquitto_lib_init();
  client->mosquitto = mosquitto_new(config->credentials.client_id, true, client);
  if (config->session.protocol_ver == MQTT_PROTOCOL_V_5)
    mosquitto_int_option(client->mosquitto, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_username_pw_set(client->mosquitto, config->credentials.username, config->credentials.authentication.password);
  mosquitto_connect_callback_set(client->mosquitto, on_connect);
  mosquitto_publish_callback_set(client->mosquitto, on_publish);
  mosquitto_message_callback_set(client->mosquitto, on_message);
  mosquitto_threaded_set(client->mosquitto, true);
  return client;
}

esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t event, esp_event_handler_t handler,
                                         void *argument) {
  client->handler = handler;
  client->argument = argument;
  return event == MQTT_EVENT_ANY ? ESP_OK : ESP_FAIL;
}

esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client) {
  return pthread_create(&client->task, NULL, run, client) == 0 ? ESP_OK : ESP_FAIL;
}

esp_err_t esp_mqtt_client_destroy(esp_mqtt_client_handle_t client) {
  client->is_stopping = true;
  pthread_join(client->task, NULL);
  mosquitto_disconnect(client->mosquitto);
  mosquitto_destroy(client->mosquitto);
  free(client);
  return ESP_OK;
}

int esp_mqtt_client_subscribe(esp_mqtt_client_handle_t client, const char *topic, int qos) {
  int id = -1;
  pthread_mutex_lock(&client->api_lock);
  mosquitto_subscribe(client->mosquitto, &id, topic, qos);
  pthread_mutex_unlock(&client->api_lock);
  return id;
}

int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char *topic, const char *data, int length, int qos, int retain) {
  int id = -1;
  pthread_mutex_lock(&client->api_lock);
  int result = mosquitto_publish(client->mosquitto, &id, topic, length, data, qos, retain != 0);
  pthread_mutex_unlock(&client->api_lock);
  return result == MOSQ_ERR_SUCCESS ? id : -1;
}

esp_err_t esp_crt_bundle_attach(void *configuration) { return configuration == NULL ? ESP_FAIL : ESP_OK; }
