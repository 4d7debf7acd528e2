/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "hold.h"

/* m/s²: a sample of this strength is an impact. */
#define BLOW 20.0f

/* |a|², without the square root. */
static float strength(const struct vigil_sample *s) { return s->ax * s->ax + s->ay * s->ay + s->az * s->az; }

/* Selects the sample of a second: the hardest if it is an impact, else the last; with the end time of the second. */
static struct vigil_sample held(const struct vigil_second *second) {
  struct vigil_sample sent = strength(&second->hardest) >= BLOW * BLOW ? second->hardest : second->last;
  sent.uptime_ms = second->last.uptime_ms;
  return sent;
}

bool vigil_finish(const struct vigil_second *second, struct vigil_reading *finished) {
  if (!second->begun) return false;
  *finished = (struct vigil_reading){.sample = held(second), .has_gyro = second->has_gyro};
  finished->has_parts = second->sends_parts && vigil_finish_parts(&second->parts, &finished->parts);
  return true;
}

bool vigil_hold(struct vigil_second *second, const struct vigil_sample *sample, bool has_gyro, struct vigil_reading *finished) {
  bool over = second->begun && sample->uptime_ms >= second->ends_at_ms;
  if (over) vigil_finish(second, finished);
  if (over || !second->begun) {
    int64_t due = second->begun ? second->ends_at_ms : sample->uptime_ms;
    /* Skips a pause of the sensor. */
    if (sample->uptime_ms >= due + VIGIL_SECOND_MS) due = sample->uptime_ms;
    second->begun = true;
    second->ends_at_ms = due + VIGIL_SECOND_MS;
    second->hardest = *sample;
    vigil_begin_parts(&second->parts, second->nominal_rate);
  }
  if (strength(sample) > strength(&second->hardest)) second->hardest = *sample;
  second->last = *sample;
  second->has_gyro = has_gyro;
  vigil_add_to_parts(&second->parts, sample, has_gyro);
  return over;
}
