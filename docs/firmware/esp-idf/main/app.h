/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* What the files of the ESP32 example offer each other. */
#ifndef VIGIL_APP_H
#define VIGIL_APP_H

#include "setup.h"
#include "update.h"
#include "wearable.h"

extern struct vigil_wearable wearable;

/* imu.c: the sensor. Both are false while it does not answer. */
bool imu_start(void);
bool imu_read(struct vigil_sample *sample);

/* buttons.c: two buttons and a motor. */
void buttons_start(void);
void motor_pulse(int count);

/* settings.c: what the QR codes say, in NVS. False before the first set-up. */
bool settings_load(struct vigil_setup *setup, struct vigil_wifi *wifi);
void settings_listen(void);
/* Other values that are kept, by a name of at most 15 characters. */
bool settings_get(const char *name, void *value, size_t size);
bool settings_put(const char *name, const void *value, size_t size);

/* wifi.c */
void wifi_start(const struct vigil_wifi *wifi);
bool wifi_is_up(void);

/* network.c: the MQTT client. */
int network_publish(void *context, const char *topic, const char *text, size_t length);
void network_start(const struct vigil_setup *setup);

/* updates.c: signed updates. Off without a public key. */
extern struct vigil_update update;
bool updates_are_on(void);
void updates_start(const struct vigil_platform *platform, const struct vigil_setup *setup);

#endif
