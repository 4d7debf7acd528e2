/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* The readings that have no PUBACK yet, oldest first, in a ring buffer of fixed size. */
#ifndef VIGIL_QUEUE_H
#define VIGIL_QUEUE_H

#include <stddef.h>

#include "hold.h"

/* Ten minutes: the extra readings that the service accepts after an outage. 100 KB; a smaller device sets it lower. */
#ifndef VIGIL_QUEUE_LENGTH
#define VIGIL_QUEUE_LENGTH 600
#endif

/* The first `handed_over` readings are with the MQTT library. */
struct vigil_queue {
  struct vigil_queued {
    struct vigil_reading reading;
    int message_id;
    bool acknowledged;
  } ring[VIGIL_QUEUE_LENGTH];
  size_t first, count, handed_over;
};

/* False if the queue is full: take a reading out first. */
bool vigil_enqueue(struct vigil_queue *queue, const struct vigil_reading *reading);

/* Takes out the oldest reading that is not with the library; false if there is none. */
bool vigil_dequeue(struct vigil_queue *queue, struct vigil_reading *reading);

/* The next reading to hand over; NULL if there is none. */
struct vigil_queued *vigil_next(struct vigil_queue *queue);

/* A PUBACK removes its reading. False if the message is none of these. */
bool vigil_remove(struct vigil_queue *queue, int message_id);

#endif
