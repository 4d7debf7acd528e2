/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "cryptography.h"

#include <sodium.h>

static crypto_hash_sha256_state hashed;

static bool verify(const uint8_t *public_key, const uint8_t *signature, const char *text, size_t length) {
  return crypto_sign_verify_detached(signature, (const unsigned char *)text, length, public_key) == 0;
}

static void hash_begin(void) { crypto_hash_sha256_init(&hashed); }
static void hash_add(const uint8_t *bytes, size_t length) { crypto_hash_sha256_update(&hashed, bytes, length); }
static void hash_end(uint8_t *sha256) { crypto_hash_sha256_final(&hashed, sha256); }

bool vigil_use_sodium(struct vigil_update_platform *platform) {
  platform->verify = verify;
  platform->hash_begin = hash_begin;
  platform->hash_add = hash_add;
  platform->hash_end = hash_end;
  return sodium_init() >= 0;
}
