/* A client with Eclipse Paho's C library: CONNECT, SUBSCRIBE, PUBLISH and DISCONNECT in MQTT 5. */
#include <MQTTClient.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int answered;

static void published(void *context, int id, int type, MQTTProperties *properties, enum MQTTReasonCodes reason) {
  (void)context, (void)id;
  MQTTProperty *code = MQTTProperties_getPropertyAt(properties, MQTTPROPERTY_CODE_USER_PROPERTY, 0);
  printf("answer %d reason 0x%02x code %.*s\n", type, reason, code ? code->value.value.len : 0,
         code ? code->value.value.data : "");
  fflush(stdout);
  answered++;
}

static int arrived(void *context, char *topic, int length, MQTTClient_message *message) {
  (void)context, (void)length;
  printf("message %s %.*s\n", topic, message->payloadlen, (char *)message->payload);
  fflush(stdout);
  MQTTClient_freeMessage(&message);
  MQTTClient_free(topic);
  answered++;
  return 1;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  const char *mac = arguments[2];
  char readings[64], assessments[64];
  snprintf(readings, sizeof readings, "devices/%s/readings", mac);
  snprintf(assessments, sizeof assessments, "devices/%s/assessments", mac);
  MQTTClient client;
  MQTTClient_createOptions created = MQTTClient_createOptions_initializer;
  created.MQTTVersion = MQTTVERSION_5;
  if (MQTTClient_createWithOptions(&client, arguments[1], mac, MQTTCLIENT_PERSISTENCE_NONE, NULL, &created)) return 1;
  MQTTClient_setCallbacks(client, NULL, NULL, arrived, NULL);
  MQTTClient_setPublished(client, NULL, published);
  MQTTClient_connectOptions options = MQTTClient_connectOptions_initializer5;
  options.MQTTVersion = MQTTVERSION_5;
  options.cleanstart = 1;
  options.username = mac;
  options.password = arguments[3];
  MQTTResponse connected = MQTTClient_connect5(client, &options, NULL, NULL);
  printf("connected 0x%02x\n", connected.reasonCode);
  MQTTResponse subscribed = MQTTClient_subscribe5(client, assessments, 0, NULL, NULL);
  printf("subscribed 0x%02x\n", subscribed.reasonCode);
  const char *texts[] = {"{\"accel_x\":0.5,\"accel_y\":0.3,\"accel_z\":9.8,\"gyro_x\":0,\"gyro_y\":0,\"gyro_z\":0,\"uptime_ms\":1}", "{"};
  for (int i = 0; i < 2; i++) {
    int expected = answered + 2;
    MQTTClient_publish5(client, readings, (int)strlen(texts[i]), texts[i], 1, 0, NULL, NULL);
    for (int turn = 0; turn < 1000 && answered < expected; turn++) usleep(10000);
  }
  MQTTClient_disconnect5(client, 1000, MQTTREASONCODE_SUCCESS, NULL);
  MQTTClient_destroy(&client);
  return 0;
}
