/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "json.h"

#include <string.h>

void vigil_skip_space(struct vigil_input *in) {
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\t' || *in->at == '\r' || *in->at == '\n')) in->at++;
}

bool vigil_take(struct vigil_input *in, char expected) {
  vigil_skip_space(in);
  if (in->at == in->end || *in->at != expected) return false;
  in->at++;
  return true;
}

bool vigil_take_word(struct vigil_input *in, const char *word) {
  size_t length = strlen(word);
  vigil_skip_space(in);
  if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0) return false;
  in->at += length;
  return true;
}

bool vigil_take_string(struct vigil_input *in, char *to, size_t size) {
  size_t length = 0;
  if (!vigil_take(in, '"')) return false;
  while (in->at < in->end && *in->at != '"') {
    if (*in->at == '\\' && ++in->at < in->end && *in->at != '"' && *in->at != '\\' && *in->at != '/') return false;
    if (in->at == in->end || *in->at < ' ' || *in->at > '~' || length + 1 >= size) return false;
    to[length++] = *in->at++;
  }
  to[length] = '\0';
  return vigil_take(in, '"');
}

bool vigil_take_number(struct vigil_input *in, uint32_t *to) {
  uint64_t value = 0;
  vigil_skip_space(in);
  const char *start = in->at;
  for (; in->at < in->end && *in->at >= '0' && *in->at <= '9' && value <= UINT32_MAX; in->at++)
    value = value * 10 + (uint64_t)(*in->at - '0');
  *to = (uint32_t)value;
  return in->at > start && value <= UINT32_MAX;
}

/* Brackets are counted, not matched: the value is ignored. */
bool vigil_skip_value(struct vigil_input *in) {
  size_t depth = 0;
  bool is_string = false;
  vigil_skip_space(in);
  const char *start = in->at;
  for (; in->at < in->end; in->at++) {
    char c = *in->at;
    if (is_string) {
      if (c == '\\' && in->at + 1 < in->end) in->at++;
      else if (c == '"') is_string = false;
    } else if (c == '"') is_string = true;
    else if (c == '{' || c == '[') depth++;
    else if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
    else if (c == '}' || c == ']') depth--;
  }
  return in->at > start && depth == 0 && !is_string;
}
