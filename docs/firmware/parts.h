/*
 * The five parts of a second: all that the detector uses of the raw signal, in 300 bytes of memory at any sampling rate.
 * docs/contract.md, "Parts", defines the twelve numbers. Plain C without allocation or I/O: copy it to your device.
 *
 *   begin_parts(&parts, rate);                          at the start of each second
 *   add_to_parts(&parts, &sample, has_gyro);            for each sample, as it comes in
 *   if (finish_parts(&parts, &row)) write_parts(text, &row, has_gyro);
 */
#ifndef VIGIL_PARTS_H
#define VIGIL_PARTS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ----------------------------------------------------------------------------------------------------------- parts */

#define PARTS 5
#define PART_VALUES 12
/* The first nine values of a part are sent in tenths. The last three, the direction at rest, are at most 1: hundredths. */
#define VALUES_IN_TENTHS 9
/* Enough for write_parts: sixty numbers of at most seven characters. */
#define PARTS_TEXT 512

#define GRAVITY 9.81f
/* Jerk is the change of the acceleration per 25 ms. A longer pause of the sensor counts as 100 ms. */
#define JERK_MS 25.0f
#define LONGEST_INTERVAL_MS 100

/* One sample of the sensor, including gravity. */
struct sample {
  long long uptime_ms;  /* since the device started */
  float ax, ay, az;     /* m/s² */
  float gx, gy, gz;     /* °/s */
};

/* The running sums of one fifth of a second. */
struct part {
  unsigned count, jerks;
  float peak, least, deviation, x, y, z, gyro, gyro_peak, jerk, rest_x, rest_y, rest_z;
};

struct parts {
  unsigned expected, count;
  struct sample previous;
  struct part part[PARTS];
};

/* The parts as they are sent and queued: 120 bytes. */
struct part_rows {
  int16_t value[PARTS][PART_VALUES];
};

static float length_of(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }

/*
 * Part k of n samples has the samples floor(k n / 5) to floor((k + 1) n / 5) - 1: this is the inverse, with i from 0. It is
 * floor(5 i / n) only if n is a multiple of 5.
 */
static unsigned part_of(unsigned i, unsigned n) {
  unsigned part = (PARTS * (i + 1) - 1) / n;
  return part < PARTS ? part : PARTS - 1;
}

/*
 * n is not known before the second ends. Sensors run up to a tenth faster or slower than their nominal rate, but steadily: n
 * is the number of samples of the last second, and the nominal rate at the start and after a pause.
 */
static void begin_parts(struct parts *parts, unsigned nominal_rate) {
  bool steady = parts->count * 5 >= nominal_rate * 4 && parts->count * 5 <= nominal_rate * 6;
  *parts = (struct parts){.expected = steady ? parts->count : nominal_rate};
}

static float jerk_between(const struct sample *before, const struct sample *s) {
  long long interval = s->uptime_ms - before->uptime_ms;
  if (interval < 1) interval = 1;
  if (interval > LONGEST_INTERVAL_MS) interval = LONGEST_INTERVAL_MS;
  return length_of(s->ax - before->ax, s->ay - before->ay, s->az - before->az) * (JERK_MS / (float)interval);
}

/* Near 1 for a sample that shows gravity alone, near 0 for one that shows an impact or free fall. */
static float rest_weight(float size) {
  float deviation = (size - GRAVITY) / 3.0f;
  return 1.0f / (1.0f + deviation * deviation * deviation * deviation);
}

static void add_to_parts(struct parts *parts, const struct sample *s, bool has_gyro) {
  struct part *part = &parts->part[part_of(parts->count, parts->expected)];
  float size = length_of(s->ax, s->ay, s->az);
  float turning = has_gyro ? length_of(s->gx, s->gy, s->gz) : 0.0f;
  float share = rest_weight(size) / fmaxf(size, 0.001f);
  part->peak = fmaxf(part->peak, size);
  part->least = part->count == 0 ? size : fminf(part->least, size);
  part->deviation += fabsf(size - GRAVITY);
  part->x += s->ax;
  part->y += s->ay;
  part->z += s->az;
  part->gyro += turning;
  part->gyro_peak = fmaxf(part->gyro_peak, turning);
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
  return (int16_t)lroundf(fmaxf(-32767.0f, fminf(32767.0f, value * scale)));
}

/* False if a part has no sample, because the sensor paused: then send the reading without parts. */
static bool finish_parts(const struct parts *parts, struct part_rows *rows) {
  for (int k = 0; k < PARTS; k++) {
    const struct part *p = &parts->part[k];
    if (p->count == 0) return false;
    float n = (float)p->count;
    float values[PART_VALUES] = {p->peak,     p->least,    p->deviation / n, p->x / n,      p->y / n,      p->z / n,
                                 p->gyro / n, p->gyro_peak, p->jerks > 0 ? p->jerk / (float)p->jerks : 0.0f,
                                 p->rest_x / n, p->rest_y / n, p->rest_z / n};
    for (int i = 0; i < PART_VALUES; i++) rows->value[k][i] = scaled(values[i], i < VALUES_IN_TENTHS ? 10.0f : 100.0f);
  }
  return true;
}

/* 98 in tenths is 9.8, 100 is 10, -5 in hundredths is -0.05. printf("%f") is missing on small systems. */
static char *write_scaled(char *to, int value, int scale) {
  to += sprintf(to, value < 0 ? "-%d" : "%d", (value < 0 ? -value : value) / scale);
  int rest = (value < 0 ? -value : value) % scale;
  if (rest > 0) *to++ = '.';
  for (; rest > 0; rest %= scale) {
    scale /= 10;
    *to++ = (char)('0' + rest / scale);
  }
  return to;
}

/* The JSON of `parts`; the length. Both rotation rates are null without a gyro: 0 would say that nothing turns. */
static int write_parts(char *text, const struct part_rows *rows, bool has_gyro) {
  char *to = text;
  for (int k = 0; k < PARTS; k++) {
    *to++ = k == 0 ? '[' : ',';
    for (int i = 0; i < PART_VALUES; i++) {
      *to++ = i == 0 ? '[' : ',';
      bool is_turning = i == 6 || i == 7;
      if (is_turning && !has_gyro) to += sprintf(to, "null");
      else to = write_scaled(to, rows->value[k][i], i < VALUES_IN_TENTHS ? 10 : 100);
    }
    *to++ = ']';
  }
  *to++ = ']';
  *to = '\0';
  return (int)(to - text);
}

#endif
