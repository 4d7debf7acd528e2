/* SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed */
#include "backlog_file.h"

/* "VGL1". Another layout of the records has another size. */
#define MAGIC 0x56474C31u

struct header {
  uint32_t magic, record_size, first, count;
};

/* A reading is written before the header that counts it: a loss of power in between loses this reading alone. */
static bool write_header(struct vigil_backlog_file *backlog) {
  struct header header = {MAGIC, sizeof(struct vigil_late), backlog->first, backlog->count};
  bool is_written = fseek(backlog->file, 0, SEEK_SET) == 0 && fwrite(&header, sizeof header, 1, backlog->file) == 1 &&
                    fflush(backlog->file) == 0;
  if (is_written && backlog->sync != NULL) backlog->sync(backlog->file);
  return is_written;
}

static bool go_to(struct vigil_backlog_file *backlog, size_t place) {
  size_t record = (backlog->first + place) % VIGIL_BACKLOG_LENGTH;
  return fseek(backlog->file, (long)(sizeof(struct header) + record * sizeof(struct vigil_late)), SEEK_SET) == 0;
}

static size_t count(void *context) { return ((struct vigil_backlog_file *)context)->count; }

static void drop(void *context, size_t dropped) {
  struct vigil_backlog_file *backlog = context;
  if (dropped > backlog->count) dropped = backlog->count;
  backlog->first = (uint32_t)((backlog->first + dropped) % VIGIL_BACKLOG_LENGTH);
  backlog->count -= (uint32_t)dropped;
  write_header(backlog);
}

static bool append(void *context, const struct vigil_late *late) {
  struct vigil_backlog_file *backlog = context;
  if (backlog->count == VIGIL_BACKLOG_LENGTH) drop(context, 1);
  if (!go_to(backlog, backlog->count) || fwrite(late, sizeof *late, 1, backlog->file) != 1) return false;
  backlog->count++;
  if (write_header(backlog)) return true;
  backlog->count--;
  return false;
}

static bool read_late(void *context, size_t place, struct vigil_late *late) {
  struct vigil_backlog_file *backlog = context;
  return place < backlog->count && go_to(backlog, place) && fread(late, sizeof *late, 1, backlog->file) == 1 &&
         late->recorded_at_ms > 0;
}

bool vigil_open_backlog(struct vigil_backlog_file *backlog, const char *path, struct vigil_storage *storage) {
  struct header header = {0, 0, 0, 0};
  backlog->file = fopen(path, "r+b");
  if (backlog->file == NULL) backlog->file = fopen(path, "w+b");
  if (backlog->file == NULL) return false;
  bool is_whole = fread(&header, sizeof header, 1, backlog->file) == 1 && header.magic == MAGIC &&
                  header.record_size == sizeof(struct vigil_late) && header.first < VIGIL_BACKLOG_LENGTH &&
                  header.count <= VIGIL_BACKLOG_LENGTH;
  backlog->first = is_whole ? header.first : 0;
  backlog->count = is_whole ? header.count : 0;
  if (!write_header(backlog)) return false;
  *storage = (struct vigil_storage){backlog, count, append, read_late, drop};
  return true;
}
