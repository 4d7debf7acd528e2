/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* Reads the small JSON texts that a wearable gets, without copying or allocating. Each function is false for a damaged text. */
#ifndef VIGIL_JSON_H
#define VIGIL_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left to read. */
struct vigil_input {
  const char *at, *end;
};

void vigil_skip_space(struct vigil_input *in);
bool vigil_take(struct vigil_input *in, char expected);
bool vigil_take_word(struct vigil_input *in, const char *word);
/* A string of printable ASCII: no \u, no control characters. False if it does not fit. */
bool vigil_take_string(struct vigil_input *in, char *to, size_t size);
/* A whole number without a sign, up to 4294967295. */
bool vigil_take_number(struct vigil_input *in, uint32_t *to);
/* A value of a field that is not known here, whatever it is. */
bool vigil_skip_value(struct vigil_input *in);

#endif
