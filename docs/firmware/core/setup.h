/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* Reads the two QR codes that set a wearable up: the console's, and the usual one of a Wi-Fi. docs/firmware.md, "The QR code". */
#ifndef VIGIL_SETUP_H
#define VIGIL_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VIGIL_HOST 128
#define VIGIL_MAC 18
#define VIGIL_TOKEN 129
/* The longest text that is read. */
#define VIGIL_SETUP_TEXT 1024

/* The token is a secret: never log it, nor the text of the code. */
struct vigil_setup {
  bool uses_tls;
  uint16_t port;
  char host[VIGIL_HOST], mac[VIGIL_MAC], token[VIGIL_TOKEN];
};

struct vigil_wifi {
  /* As 802.11 limits them. */
  char ssid[33], password[64];
};

/* {"broker":"mqtts://vigil.example.org:8883","mac":"AA:BB:CC:DD:EE:FF","token":"…"}. NULL, or what is wrong with the text. */
const char *vigil_read_setup(const char *text, size_t length, struct vigil_setup *setup);

/* WIFI:T:WPA;S:name;P:password;; NULL, or what is wrong with the text. */
const char *vigil_read_wifi(const char *text, size_t length, struct vigil_wifi *wifi);

#endif
