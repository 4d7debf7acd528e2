/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "message.h"

static char *put(char *to, const char *text) {
  while (*text != '\0') *to++ = *text++;
  return to;
}

static char *put_whole(char *to, uint64_t value, unsigned digits) {
  char turned[20];
  unsigned count = 0;
  do turned[count++] = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  for (; digits > count; digits--) *to++ = '0';
  while (count > 0) *to++ = turned[--count];
  return to;
}

/* 98 in tenths is 9.8, 100 is 10, -5 in hundredths is -0.05. */
static char *put_scaled(char *to, int32_t value, int32_t scale) {
  if (value < 0) *to++ = '-';
  uint32_t size = value < 0 ? (uint32_t)-value : (uint32_t)value;
  to = put_whole(to, size / (uint32_t)scale, 1);
  uint32_t rest = size % (uint32_t)scale;
  if (rest > 0) *to++ = '.';
  for (uint32_t step = (uint32_t)scale; rest > 0; rest %= step) {
    step /= 10;
    *to++ = (char)('0' + rest / step);
  }
  return to;
}

/* Far beyond the service's bounds it stops, so that a faulty sensor gets a clear refusal. NaN is one of these. */
#define BOUND 1e6f

static char *put_float(char *to, float value, int32_t scale) {
  float bounded = value < BOUND ? value : BOUND;
  if (bounded < -BOUND) bounded = -BOUND;
  float units = bounded * (float)scale;
  return put_scaled(to, (int32_t)(units < 0 ? units - 0.5f : units + 0.5f), scale);
}

static char *put_parts(char *to, const struct vigil_part_rows *rows, bool has_gyro) {
  for (int k = 0; k < VIGIL_PARTS; k++) {
    *to++ = k == 0 ? '[' : ',';
    for (int i = 0; i < VIGIL_PART_VALUES; i++) {
      *to++ = i == 0 ? '[' : ',';
      bool is_turning = i == 6 || i == 7;
      /* Both rotation rates are null without a gyro: 0 would say that nothing turns. */
      if (is_turning && !has_gyro) to = put(to, "null");
      else to = put_scaled(to, rows->value[k][i], i < VIGIL_VALUES_IN_TENTHS ? 10 : 100);
    }
    *to++ = ']';
  }
  return put(to, "]");
}

/* 2026-11-17T08:30:00.000Z. The days since 1970 become a date as Howard Hinnant describes it: years begin in March. */
static char *put_time(char *to, int64_t unix_ms) {
  int64_t days = unix_ms / 86400000 + 719468;
  uint64_t ms = (uint64_t)(unix_ms % 86400000);
  int64_t era = days / 146097;
  int64_t day_of_era = days - era * 146097;
  int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t month = (5 * day_of_year + 2) / 153;
  int64_t day = day_of_year - (153 * month + 2) / 5 + 1;
  month = month < 10 ? month + 3 : month - 9;
  int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  to = put(put_whole(to, (uint64_t)year, 4), "-");
  to = put(put_whole(to, (uint64_t)month, 2), "-");
  to = put(put_whole(to, (uint64_t)day, 2), "T");
  to = put(put_whole(to, ms / 3600000, 2), ":");
  to = put(put_whole(to, ms / 60000 % 60, 2), ":");
  to = put(put_whole(to, ms / 1000 % 60, 2), ".");
  return put(put_whole(to, ms % 1000, 3), "Z");
}

/* Only accelerations and uptime are required: battery_level, heart_rate and so on are optional. The topic has device_id. */
static char *put_fields(char *to, const struct vigil_reading *reading) {
  const struct vigil_sample *s = &reading->sample;
  to = put_float(put(to, "\"accel_x\":"), s->ax, 100);
  to = put_float(put(to, ",\"accel_y\":"), s->ay, 100);
  to = put_float(put(to, ",\"accel_z\":"), s->az, 100);
  if (reading->has_gyro) {
    to = put_float(put(to, ",\"gyro_x\":"), s->gx, 10);
    to = put_float(put(to, ",\"gyro_y\":"), s->gy, 10);
    to = put_float(put(to, ",\"gyro_z\":"), s->gz, 10);
  } else {
    to = put(to, ",\"gyro_x\":null,\"gyro_y\":null,\"gyro_z\":null");
  }
  to = put_whole(put(to, ",\"uptime_ms\":"), s->uptime_ms > 0 ? (uint64_t)s->uptime_ms : 0, 1);
  if (reading->has_parts) to = put_parts(put(to, ",\"parts\":"), &reading->parts, reading->has_gyro);
  return put(to, "}");
}

size_t vigil_write_reading(char *text, const struct vigil_reading *reading) {
  return (size_t)(put_fields(put(text, "{"), reading) - text);
}

size_t vigil_write_late_reading(char *text, const struct vigil_reading *reading, int64_t recorded_at_ms) {
  char *to = put_time(put(text, "{\"recorded_at\":\""), recorded_at_ms);
  return (size_t)(put_fields(put(to, "\","), reading) - text);
}

size_t vigil_add_firmware_version(char *text, size_t length, const char *version) {
  return (size_t)(put(put(put(text + length - 1, ",\"firmware_version\":\""), version), "\"}") - text);
}

size_t vigil_add_model(char *text, size_t length, const char *model) {
  return (size_t)(put(put(put(text + length - 1, ",\"model\":\""), model), "\"}") - text);
}
