/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* Ed25519 and SHA-256 by libsodium, which Debian (libsodium-dev) and ESP-IDF (component espressif/libsodium) have. */
#ifndef VIGIL_CRYPTOGRAPHY_H
#define VIGIL_CRYPTOGRAPHY_H

#include "update.h"

/* Fills in `verify` and the hash. False if the library does not start. */
bool vigil_use_sodium(struct vigil_update_platform *platform);

#endif
