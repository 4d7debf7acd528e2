/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
/* The storage of late readings as a ring in one file, by the standard library: on a disk, or on the file system of a flash. */
#ifndef VIGIL_BACKLOG_FILE_H
#define VIGIL_BACKLOG_FILE_H

#include <stdio.h>

#include "wearable.h"

/* An hour: 650 KB. */
#ifndef VIGIL_BACKLOG_LENGTH
#define VIGIL_BACKLOG_LENGTH 3600
#endif

struct vigil_backlog_file {
  /* Yours to set: brings what was written to the disk or flash, as fsync does; NULL for nothing. */
  void (*sync)(FILE *file);
  FILE *file;
  uint32_t first, count;
};

/* Opens or creates the file; a file of another version or a damaged one starts empty. False if it cannot be written. */
bool vigil_open_backlog(struct vigil_backlog_file *backlog, const char *path, struct vigil_storage *storage);

#endif
