/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* The adaptive hold: makes one reading of each second. docs/firmware.md, "Adaptive hold". The sensor's task owns it. */
#ifndef VIGIL_HOLD_H
#define VIGIL_HOLD_H

#include "parts.h"

#define VIGIL_SECOND_MS 1000

/* The message of a second: the held sample, and the parts if they are sent and the sensor did not pause. */
struct vigil_reading {
  struct vigil_sample sample;
  struct vigil_part_rows parts;
  bool has_parts;
  /* Set it to false for a sensor without a gyro. The service then gets null; 0 would say that the wearer never turns. */
  bool has_gyro;
};

struct vigil_second {
  /* Yours to set: the sampling rate, and whether readings have parts. */
  unsigned nominal_rate;
  bool sends_parts;

  bool begun, has_gyro;
  int64_t ends_at_ms;
  struct vigil_sample hardest, last;
  struct vigil_parts parts;
};

/* True if the sample starts a new second; `finished` is then the reading of the previous second. */
bool vigil_hold(struct vigil_second *second, const struct vigil_sample *sample, bool has_gyro, struct vigil_reading *finished);

/* The reading of an unfinished second: the sensor stops. False if it has no sample. */
bool vigil_finish(const struct vigil_second *second, struct vigil_reading *finished);

#endif
