/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "setup.h"

#include <string.h>

#include "json.h"

/* mqtt://host:1883 or mqtts://host:8883, with an IPv6 address in brackets. */
static bool read_broker(const char *broker, struct vigil_setup *setup) {
  struct vigil_input in = {broker, broker + strlen(broker)};
  setup->uses_tls = vigil_take_word(&in, "mqtts://");
  if (!setup->uses_tls && !vigil_take_word(&in, "mqtt://")) return false;
  bool is_bracketed = in.at < in.end && *in.at == '[';
  if (is_bracketed) in.at++;
  const char *host = in.at;
  while (in.at < in.end && *in.at != '/' && (is_bracketed ? *in.at != ']' : *in.at != ':')) in.at++;
  size_t length = (size_t)(in.at - host);
  if (length == 0 || length >= sizeof setup->host) return false;
  memcpy(setup->host, host, length);
  setup->host[length] = '\0';
  if (is_bracketed && !vigil_take(&in, ']')) return false;
  uint32_t port = setup->uses_tls ? 8883 : 1883;
  if (in.at < in.end && *in.at == ':') {
    for (in.at++, port = 0; in.at < in.end && *in.at >= '0' && *in.at <= '9' && port <= UINT16_MAX; in.at++)
      port = port * 10 + (uint32_t)(*in.at - '0');
  }
  if (in.at < in.end && *in.at == '/') in.at++;
  setup->port = (uint16_t)port;
  return in.at == in.end && port > 0 && port <= UINT16_MAX;
}

static bool is_mac(const char *mac) {
  if (strlen(mac) != VIGIL_MAC - 1) return false;
  for (size_t i = 0; i < VIGIL_MAC - 1; i++) {
    char c = mac[i];
    bool is_hex = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    if (i % 3 == 2 ? c != ':' : !is_hex) return false;
  }
  return true;
}

const char *vigil_read_setup(const char *text, size_t length, struct vigil_setup *setup) {
  struct vigil_input in = {text, text + length};
  char name[16], broker[VIGIL_HOST + 16] = "";
  memset(setup, 0, sizeof *setup);
  if (length > VIGIL_SETUP_TEXT) return "the text is too long";
  if (!vigil_take(&in, '{')) return "this is not the QR code of a wearable";
  do {
    bool is_taken;
    if (!vigil_take_string(&in, name, sizeof name) || !vigil_take(&in, ':')) return "the text is damaged";
    if (strcmp(name, "broker") == 0 && vigil_take_word(&in, "null")) return "the service takes no MQTT connections";
    if (strcmp(name, "broker") == 0) is_taken = vigil_take_string(&in, broker, sizeof broker);
    else if (strcmp(name, "mac") == 0) is_taken = vigil_take_string(&in, setup->mac, sizeof setup->mac);
    else if (strcmp(name, "token") == 0) is_taken = vigil_take_string(&in, setup->token, sizeof setup->token);
    else is_taken = vigil_skip_value(&in);
    if (!is_taken) return "a value is damaged or too long";
  } while (vigil_take(&in, ','));
  if (!vigil_take(&in, '}')) return "the text is damaged";
  vigil_skip_space(&in);
  if (in.at != in.end) return "there is text after the QR code";
  if (!read_broker(broker, setup)) return "the broker is no mqtt:// or mqtts:// address";
  if (!is_mac(setup->mac)) return "the MAC address is missing or damaged";
  if (setup->token[0] == '\0') return "the token is missing";
  return NULL;
}

/* Up to the next ';', with \ before special characters. */
static bool take_wifi_value(struct vigil_input *in, char *to, size_t size) {
  size_t length = 0;
  while (in->at < in->end && *in->at != ';') {
    if (*in->at == '\\') in->at++;
    if (in->at == in->end || length + 1 >= size) return false;
    to[length++] = *in->at++;
  }
  to[length] = '\0';
  return in->at < in->end && *in->at++ == ';';
}

const char *vigil_read_wifi(const char *text, size_t length, struct vigil_wifi *wifi) {
  struct vigil_input in = {text, text + length};
  char ignored[256];
  memset(wifi, 0, sizeof *wifi);
  if (length > VIGIL_SETUP_TEXT) return "the text is too long";
  if (!vigil_take_word(&in, "WIFI:")) return "this is not the QR code of a Wi-Fi";
  while (in.end - in.at >= 2 && in.at[0] != ';') {
    char field = in.at[0];
    if (in.at[1] != ':') return "the text is damaged";
    in.at += 2;
    char *to = field == 'S' ? wifi->ssid : field == 'P' ? wifi->password : ignored;
    size_t size = field == 'S' ? sizeof wifi->ssid : field == 'P' ? sizeof wifi->password : sizeof ignored;
    if (!take_wifi_value(&in, to, size)) return "a value is damaged or too long";
  }
  return wifi->ssid[0] == '\0' ? "the name of the Wi-Fi is missing" : NULL;
}
