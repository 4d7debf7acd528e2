/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/*
 * The five parts of a second: all that the detector uses of the raw signal, in 320 bytes of memory at any sampling rate.
 * docs/contract.md, "Parts", defines the twelve numbers.
 *
 *   vigil_begin_parts(&parts, rate);                    at the start of each second
 *   vigil_add_to_parts(&parts, &sample, has_gyro);      for each sample, as it comes in
 *   if (vigil_finish_parts(&parts, &rows)) …            at the end
 */
#ifndef VIGIL_PARTS_H
#define VIGIL_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#define VIGIL_PARTS 5
#define VIGIL_PART_VALUES 12
/* The first nine values of a part are sent in tenths. The last three, the direction at rest, are at most 1: hundredths. */
#define VIGIL_VALUES_IN_TENTHS 9

/* One sample of the sensor, including gravity. */
struct vigil_sample {
  int64_t uptime_ms;    /* since the device started */
  float ax, ay, az;     /* m/s² */
  float gx, gy, gz;     /* °/s */
};

/* The running sums of one fifth of a second. */
struct vigil_part {
  unsigned count, jerks;
  float peak, least, deviation, x, y, z, gyro, gyro_peak, jerk, rest_x, rest_y, rest_z;
};

struct vigil_parts {
  unsigned expected, count;
  struct vigil_sample previous;
  struct vigil_part part[VIGIL_PARTS];
};

/* The parts as they are sent and queued: 120 bytes. */
struct vigil_part_rows {
  int16_t value[VIGIL_PARTS][VIGIL_PART_VALUES];
};

void vigil_begin_parts(struct vigil_parts *parts, unsigned nominal_rate);
void vigil_add_to_parts(struct vigil_parts *parts, const struct vigil_sample *sample, bool has_gyro);

/* False if a part has no sample, because the sensor paused: then send the reading without parts. */
bool vigil_finish_parts(const struct vigil_parts *parts, struct vigil_part_rows *rows);

#endif
