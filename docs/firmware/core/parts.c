/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "parts.h"

#include <math.h>

#define GRAVITY 9.81f
/* Jerk is the change of the acceleration per 25 ms. A longer pause of the sensor counts as 100 ms. */
#define JERK_MS 25.0f
#define LONGEST_INTERVAL_MS 100

static float length_of(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
static float larger(float one, float other) { return one > other ? one : other; }
static float smaller(float one, float other) { return one < other ? one : other; }
static float size_of(float value) { return value < 0 ? -value : value; }

/*
 * Part k of n samples has the samples floor(k n / 5) to floor((k + 1) n / 5) - 1: this is the inverse, with i from 0. It is
 * floor(5 i / n) only if n is a multiple of 5.
 */
static unsigned part_of(unsigned i, unsigned n) {
  unsigned part = (VIGIL_PARTS * (i + 1) - 1) / n;
  return part < VIGIL_PARTS ? part : VIGIL_PARTS - 1;
}

/*
 * n is not known before the second ends. Sensors run up to a tenth faster or slower than their nominal rate, but steadily: n
 * is the number of samples of the last second, and the nominal rate at the start and after a pause.
 */
void vigil_begin_parts(struct vigil_parts *parts, unsigned nominal_rate) {
  bool steady = parts->count * 5 >= nominal_rate * 4 && parts->count * 5 <= nominal_rate * 6;
  *parts = (struct vigil_parts){.expected = steady ? parts->count : nominal_rate};
}

static float jerk_between(const struct vigil_sample *before, const struct vigil_sample *s) {
  int64_t interval = s->uptime_ms - before->uptime_ms;
  if (interval < 1) interval = 1;
  if (interval > LONGEST_INTERVAL_MS) interval = LONGEST_INTERVAL_MS;
  return length_of(s->ax - before->ax, s->ay - before->ay, s->az - before->az) * (JERK_MS / (float)interval);
}

/* Near 1 for a sample that shows gravity alone, near 0 for one that shows an impact or free fall. */
static float rest_weight(float size) {
  float deviation = (size - GRAVITY) / 3.0f;
  return 1.0f / (1.0f + deviation * deviation * deviation * deviation);
}

void vigil_add_to_parts(struct vigil_parts *parts, const struct vigil_sample *s, bool has_gyro) {
  struct vigil_part *part = &parts->part[part_of(parts->count, parts->expected)];
  float size = length_of(s->ax, s->ay, s->az);
  float turning = has_gyro ? length_of(s->gx, s->gy, s->gz) : 0.0f;
  float share = rest_weight(size) / larger(size, 0.001f);
  part->peak = larger(part->peak, size);
  part->least = part->count == 0 ? size : smaller(part->least, size);
  part->deviation += size_of(size - GRAVITY);
  part->x += s->ax;
  part->y += s->ay;
  part->z += s->az;
  part->gyro += turning;
  part->gyro_peak = larger(part->gyro_peak, turning);
  part->rest_x += s->ax * share;
  part->rest_y += s->ay * share;
  part->rest_z += s->az * share;
  /* The first sample of a second has no predecessor. */
  if (parts->count > 0) {
    part->jerk += jerk_between(&parts->previous, s);
    part->jerks++;
  }
  part->count++;
  parts->count++;
  parts->previous = *s;
}

/* Beyond the range (3276.7 m/s² or °/s) the largest value stands for a larger one. */
static int16_t scaled(float value, float scale) {
  float bounded = larger(-32767.0f, smaller(32767.0f, value * scale));
  return (int16_t)(bounded < 0 ? bounded - 0.5f : bounded + 0.5f);
}

bool vigil_finish_parts(const struct vigil_parts *parts, struct vigil_part_rows *rows) {
  for (int k = 0; k < VIGIL_PARTS; k++) {
    const struct vigil_part *p = &parts->part[k];
    if (p->count == 0) return false;
    float n = (float)p->count;
    float values[VIGIL_PART_VALUES] = {p->peak,     p->least,     p->deviation / n, p->x / n, p->y / n, p->z / n,
                                       p->gyro / n, p->gyro_peak, p->jerks > 0 ? p->jerk / (float)p->jerks : 0.0f,
                                       p->rest_x / n, p->rest_y / n, p->rest_z / n};
    for (int i = 0; i < VIGIL_PART_VALUES; i++)
      rows->value[k][i] = scaled(values[i], i < VIGIL_VALUES_IN_TENTHS ? 10.0f : 100.0f);
  }
  return true;
}
