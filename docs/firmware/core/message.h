/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* The JSON of readings and backlogs, without printf: its %f is missing on small systems. */
#ifndef VIGIL_MESSAGE_H
#define VIGIL_MESSAGE_H

#include <stddef.h>

#include "hold.h"

/* Enough for one reading of a backlog: the parts, the time and seven fields, whatever a faulty sensor returns. */
#define VIGIL_READING_TEXT 960
/* `,"firmware_version":""` and 32 characters. */
#define VIGIL_VERSION_TEXT 54
/* `,"model":""` and 32 characters. */
#define VIGIL_MODEL_TEXT 43

/* Both write at most VIGIL_READING_TEXT characters, without a final 0, and return their number. */
size_t vigil_write_reading(char *text, const struct vigil_reading *reading);
size_t vigil_write_late_reading(char *text, const struct vigil_reading *reading, int64_t recorded_at_ms);

/* Each adds a field to a written reading: at most VIGIL_VERSION_TEXT and VIGIL_MODEL_TEXT characters more. The new length. */
size_t vigil_add_firmware_version(char *text, size_t length, const char *version);
size_t vigil_add_model(char *text, size_t length, const char *model);

#endif
