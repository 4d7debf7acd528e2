/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* Updates of the reference wearable on Linux: the image is a program, fetched by libcurl. */
#ifndef VIGIL_POSIX_UPDATES_H
#define VIGIL_POSIX_UPDATES_H

#include "../core/wearable.h"
#include "../core/update.h"

/* Built in: a new version is a new build. Updates are off without the key (base64, the service's FIRMWARE_PUBLIC_KEY). */
#ifndef VIGIL_FIRMWARE_VERSION
#define VIGIL_FIRMWARE_VERSION "1.0.0"
#endif
#ifndef VIGIL_MODEL
#define VIGIL_MODEL "linux"
#endif
#ifndef VIGIL_FIRMWARE_KEY
#define VIGIL_FIRMWARE_KEY ""
#endif

extern struct vigil_update update;

/*
 * Starts the newest version in this folder, before anything else; returns in that version, or if there is none. It does what a
 * bootloader does. The program that was installed stays as it is, and starts the others.
 */
void updates_boot(const char *folder, char **arguments);

/* False if there are no updates: without a key or a folder. */
bool updates_start(const char *folder, const struct vigil_platform *platform, const struct vigil_setup *setup,
                   const char *ca_file);
void updates_stop(void);

/* True after updates_stop if another version is to be started. */
bool updates_want_restart(void);
void updates_restart(char **arguments);

#endif
