/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "queue.h"

static struct vigil_queued *queued_at(struct vigil_queue *queue, size_t place) {
  return &queue->ring[(queue->first + place) % VIGIL_QUEUE_LENGTH];
}

bool vigil_enqueue(struct vigil_queue *queue, const struct vigil_reading *reading) {
  if (queue->count == VIGIL_QUEUE_LENGTH) return false;
  *queued_at(queue, queue->count++) = (struct vigil_queued){.reading = *reading};
  return true;
}

bool vigil_dequeue(struct vigil_queue *queue, struct vigil_reading *reading) {
  if (queue->handed_over == queue->count) return false;
  *reading = queued_at(queue, queue->handed_over)->reading;
  for (size_t place = queue->handed_over; place > 0; place--) *queued_at(queue, place) = *queued_at(queue, place - 1);
  queue->first = (queue->first + 1) % VIGIL_QUEUE_LENGTH;
  queue->count--;
  return true;
}

struct vigil_queued *vigil_next(struct vigil_queue *queue) {
  return queue->handed_over < queue->count ? queued_at(queue, queue->handed_over) : NULL;
}

bool vigil_remove(struct vigil_queue *queue, int message_id) {
  bool found = false;
  for (size_t place = 0; place < queue->handed_over; place++) {
    struct vigil_queued *queued = queued_at(queue, place);
    if (queued->message_id != message_id || queued->acknowledged) continue;
    queued->acknowledged = found = true;
    break;
  }
  while (queue->handed_over > 0 && queued_at(queue, 0)->acknowledged) {
    queue->first = (queue->first + 1) % VIGIL_QUEUE_LENGTH;
    queue->count--;
    queue->handed_over--;
  }
  return found;
}
