/*
 * A disk that may lose what was not synced, between a program and its real disk (LD_PRELOAD, Linux).
 *
 * A killed process loses nothing that it has written: the kernel has it. A machine without power loses what
 * was not synced. So before a file of the journal is changed, the bytes that are about to be overwritten are
 * kept in a log of their own; a sync empties that log. Whoever kills the process can then take back any part
 * of what the log still holds (power-cut.ts does), which is what a power cut at that moment might have left.
 *
 *     HEDGEROW_DISK_LOG       folder for the logs; without it nothing is kept and every sync is real
 *     HEDGEROW_DISK_LIES      of a thousand syncs, how many say that they are done and do nothing
 *     HEDGEROW_DISK_SYNC_US   how long a sync takes at least, in microseconds
 *
 * A record of the log: magic, kind, offset, length, size of the file before (five 64-bit numbers, as the
 * machine writes them), then the old bytes, as many as there were. A record that is cut off belongs to a
 * write that did not happen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MAGIC 0x68656467656c6f67ULL
#define WRITTEN 1
#define LIED 2
#define FILES 2
#define DESCRIPTORS 4096

static const char *NAMES[FILES] = {"hedgerow.db", "hedgerow.db-wal"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int logs[FILES] = {-1, -1};
/* Which of the files a descriptor belongs to, plus one. */
static unsigned char file_of[DESCRIPTORS];

static const char *log_folder(void) { return getenv("HEDGEROW_DISK_LOG"); }

static long number(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0 : atol(text);
}

/* The next function of the same name: the one of the C library. */
#define REAL(type, name, ...)                                    \
  static type (*real)(__VA_ARGS__) = NULL;                       \
  if (real == NULL) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static void note_open(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return;
  file_of[descriptor] = 0;
  if (log_folder() == NULL) return;
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  for (int file = 0; file < FILES; file++) {
    if (strcmp(name, NAMES[file]) == 0) file_of[descriptor] = (unsigned char)(file + 1);
  }
}

/* Returns the file of the journal that a descriptor belongs to; -1 if it is another. */
static int tracked(int descriptor) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return -1;
  return (int)file_of[descriptor] - 1;
}

static int log_of(int file) {
  if (logs[file] < 0) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.log", log_folder(), NAMES[file]);
    logs[file] = open64(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  return logs[file];
}

/* Keeps the bytes from offset on that are about to go; the lock is held. */
static void keep(int descriptor, int file, uint64_t offset, uint64_t length, uint64_t kind) {
  struct stat about;
  if (fstat(descriptor, &about) != 0) abort();
  uint64_t size = (uint64_t)about.st_size;
  uint64_t count = offset >= size ? 0 : size - offset < length ? size - offset : length;
  uint64_t head[5] = {MAGIC, kind, offset, length, size};
  char *old = malloc(count == 0 ? 1 : count);
  if (old == NULL) abort();
  if (count > 0 && pread64(descriptor, old, count, (off64_t)offset) != (ssize_t)count) abort();
  struct iovec pieces[2] = {{head, sizeof head}, {old, count}};
  if (writev(log_of(file), pieces, 2) != (ssize_t)(sizeof head + count)) abort();
  free(old);
}

#define OPENING(name)                                                              \
  int name(const char *path, int flags, ...) {                                     \
    REAL(int, #name, const char *, int, ...);                                      \
    va_list rest;                                                                  \
    va_start(rest, flags);                                                         \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                                  \
    int descriptor = real(path, flags, mode);                                      \
    note_open(descriptor, path);                                                   \
    return descriptor;                                                             \
  }

OPENING(open)
OPENING(open64)

int close(int descriptor) {
  REAL(int, "close", int);
  if (descriptor >= 0 && descriptor < DESCRIPTORS) file_of[descriptor] = 0;
  return real(descriptor);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  int file = tracked(descriptor);
  if (file < 0) return real(descriptor, bytes, length, offset);
  pthread_mutex_lock(&lock);
  keep(descriptor, file, (uint64_t)offset, length, WRITTEN);
  ssize_t done = real(descriptor, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  int file = tracked(descriptor);
  if (file < 0) return real(descriptor, bytes, length);
  pthread_mutex_lock(&lock);
  keep(descriptor, file, (uint64_t)lseek64(descriptor, 0, SEEK_CUR), length, WRITTEN);
  ssize_t done = real(descriptor, bytes, length);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate64(int descriptor, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  int file = tracked(descriptor);
  if (file < 0) return real(descriptor, size);
  pthread_mutex_lock(&lock);
  struct stat about;
  if (fstat(descriptor, &about) != 0) abort();
  uint64_t length = about.st_size > size ? (uint64_t)(about.st_size - size) : 0;
  keep(descriptor, file, (uint64_t)size, length, WRITTEN);
  int done = real(descriptor, size);
  pthread_mutex_unlock(&lock);
  return done;
}

/* Waits until a sync that began then has taken as long as it must. */
static void be_slow(struct timespec begin) {
  long least = number("HEDGEROW_DISK_SYNC_US");
  if (least <= 0) return;
  long end = begin.tv_nsec + (least % 1000000) * 1000;
  begin.tv_sec += least / 1000000 + end / 1000000000;
  begin.tv_nsec = end % 1000000000;
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &begin, NULL);
}

static int lies(void) {
  static uint64_t state = 0;
  if (state == 0) state = (uint64_t)getpid() * 0x9e3779b97f4a7c15ULL + 1;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (long)((state >> 11) % 1000) < number("HEDGEROW_DISK_LIES");
}

/* What is logged is as good as on disk; or it is not, and nobody is told. */
static int sync_log(int descriptor, int file) {
  pthread_mutex_lock(&lock);
  if (lies()) keep(descriptor, file, 0, 0, LIED);
  else if (ftruncate(log_of(file), 0) != 0) abort();
  pthread_mutex_unlock(&lock);
  return 0;
}

#define SYNCING(name)                                                             \
  int name(int descriptor) {                                                      \
    REAL(int, #name, int);                                                        \
    struct timespec begin;                                                        \
    clock_gettime(CLOCK_MONOTONIC, &begin);                                       \
    int file = tracked(descriptor);                                               \
    int done = file < 0 ? real(descriptor) : sync_log(descriptor, file);          \
    be_slow(begin);                                                               \
    return done;                                                                  \
  }

SYNCING(fsync)
SYNCING(fdatasync)
