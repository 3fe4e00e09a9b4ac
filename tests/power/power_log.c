/* Logs what a program writes to the files of a folder, and what it asks the disk to keep.

   Preloaded (LD_PRELOAD) into any program that calls the C library; POWER_FOLDER names the folder and POWER_LOG the log.
   A write is logged once it is done, and a flush before it begins and once it has ended: so a flush that has ended keeps
   every write that was logged before it began. Several threads and processes may share one log. `recording.py` reads it. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct header {
  uint32_t magic, kind;
  uint64_t file; /* the inode */
  int64_t at;    /* an offset, a size, or the number of a flush */
  uint32_t size;
  uint16_t name, name2;
} __attribute__((packed));

static const char *folder;
static size_t folder_size;
static int log_file = -1;
static _Atomic int64_t flushes;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("POWER_LOG");
  folder = getenv("POWER_FOLDER");
  if (!path || !folder) return;
  folder_size = strlen(folder);
  int opened = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  log_file = fcntl(opened, F_DUPFD_CLOEXEC, 400); /* where nobody looks for one of their own */
  syscall(SYS_close, opened);
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int ours(const char *path) {
  return log_file >= 0 && path && !strncmp(path, folder, folder_size) && (path[folder_size] == '/' || !path[folder_size]);
}

static int path_of(int fd, char *path) {
  char link[64];
  if (log_file < 0 || fd < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, PATH_MAX - 1);
  if (size <= 0) return 0;
  path[size] = 0;
  if (!ours(path)) return 0;
  return size < 4 || strcmp(path + size - 4, "-shm"); /* shared memory of SQLite, which is built anew */
}

static void note(char kind, uint64_t file, int64_t at, const char *name, const char *name2, const void *data, size_t size) {
  int before = errno;
  struct header head = {0x52574f50, (uint32_t)kind, file, at, (uint32_t)size, 0, 0};
  head.name = name ? (uint16_t)strlen(name) : 0;
  head.name2 = name2 ? (uint16_t)strlen(name2) : 0;
  struct iovec parts[4] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)name2, head.name2}, {(void *)data, size}};
  ssize_t all = (ssize_t)(sizeof head + head.name + head.name2 + size);
  if (syscall(SYS_writev, log_file, parts, 4) != all) abort(); /* a log with a gap would prove nothing */
  errno = before;
}

static uint64_t file_of(int fd) {
  struct stat found;
  return fstat(fd, &found) ? 0 : (uint64_t)found.st_ino;
}

static void opened(int fd, int flags, int existed) {
  char path[PATH_MAX];
  if (fd < 0 || !path_of(fd, path)) return;
  if (!existed) note('C', file_of(fd), 0, path, 0, 0, 0);
  else if (flags & O_TRUNC) note('T', file_of(fd), 0, 0, 0, 0, 0);
}

static int exists(const char *path, int flags) {
  return !(flags & O_CREAT) || !ours(path) || !faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW);
}

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) {
  MODE REAL(open);
  int there = exists(path, flags), fd = real(path, flags, mode);
  opened(fd, flags, there);
  return fd;
}

int open64(const char *path, int flags, ...) {
  MODE REAL(open64);
  int there = exists(path, flags), fd = real(path, flags, mode);
  opened(fd, flags, there);
  return fd;
}

int openat(int at, const char *path, int flags, ...) {
  MODE REAL(openat);
  int there = exists(path, flags), fd = real(at, path, flags, mode);
  opened(fd, flags, there);
  return fd;
}

int openat64(int at, const char *path, int flags, ...) {
  MODE REAL(openat64);
  int there = exists(path, flags), fd = real(at, path, flags, mode);
  opened(fd, flags, there);
  return fd;
}

static void wrote(int fd, const void *data, ssize_t size, int64_t at) {
  char path[PATH_MAX];
  if (size > 0 && path_of(fd, path)) note('W', file_of(fd), at < 0 ? lseek(fd, 0, SEEK_CUR) - size : at, 0, 0, data, (size_t)size);
}

ssize_t write(int fd, const void *data, size_t size) {
  REAL(write);
  ssize_t done = real(fd, data, size);
  wrote(fd, data, done, -1);
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  REAL(pwrite);
  ssize_t done = real(fd, data, size, at);
  wrote(fd, data, done, at);
  return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  REAL(pwrite64);
  ssize_t done = real(fd, data, size, at);
  wrote(fd, data, done, at);
  return done;
}

static void wrote_parts(int fd, const struct iovec *parts, int count, ssize_t done, int64_t at) {
  char path[PATH_MAX];
  if (done <= 0 || !path_of(fd, path)) return;
  if (at < 0) at = lseek(fd, 0, SEEK_CUR) - done;
  for (int n = 0; n < count && done > 0; n++) {
    size_t size = parts[n].iov_len < (size_t)done ? parts[n].iov_len : (size_t)done;
    if (size) note('W', file_of(fd), at, 0, 0, parts[n].iov_base, size);
    at += (int64_t)size, done -= (ssize_t)size;
  }
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  ssize_t done = real(fd, parts, count);
  wrote_parts(fd, parts, count, done, -1);
  return done;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  REAL(pwritev);
  ssize_t done = real(fd, parts, count, at);
  wrote_parts(fd, parts, count, done, at);
  return done;
}

/* Nothing of this kind would be in the log: programs fall back to plain writes. */
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *where, size_t size, unsigned flags) {
  REAL(copy_file_range);
  char path[PATH_MAX];
  if (path_of(to, path)) { errno = EXDEV; return -1; }
  return real(from, at, to, where, size, flags);
}

ssize_t sendfile(int to, int from, off_t *at, size_t size) {
  static ssize_t (*real)(int, int, off_t *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "sendfile");
  char path[PATH_MAX];
  if (path_of(to, path)) { errno = EINVAL; return -1; }
  return real(to, from, at, size);
}

static void sized(int fd, int done, int64_t size) {
  char path[PATH_MAX];
  if (!done && path_of(fd, path)) note('T', file_of(fd), size, 0, 0, 0, 0);
}

int ftruncate(int fd, off_t size) {
  REAL(ftruncate);
  int done = real(fd, size);
  sized(fd, done, size);
  return done;
}

int ftruncate64(int fd, off64_t size) {
  REAL(ftruncate64);
  int done = real(fd, size);
  sized(fd, done, size);
  return done;
}

#define FLUSH(name) \
  int name(int fd) { \
    REAL(name); \
    char path[PATH_MAX]; \
    if (!path_of(fd, path)) return real(fd); \
    int64_t id = ((int64_t)getpid() << 32) + flushes++; \
    note('F', file_of(fd), id, path, 0, 0, 0); \
    int done = real(fd); \
    if (!done) note('f', file_of(fd), id, path, 0, 0, 0); \
    return done; \
  }
FLUSH(fsync)
FLUSH(fdatasync)

int unlink(const char *path) {
  REAL(unlink);
  int done = real(path);
  if (!done && ours(path)) note('U', 0, 0, path, 0, 0, 0);
  return done;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  int done = real(from, to);
  if (!done && (ours(from) || ours(to))) note('R', 0, 0, from, to, 0, 0);
  return done;
}

int link(const char *from, const char *to) {
  REAL(link);
  int done = real(from, to);
  if (!done && ours(to)) note('L', 0, 0, from, to, 0, 0);
  return done;
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  int done = real(path, mode);
  if (!done && ours(path)) note('D', 0, 0, path, 0, 0, 0);
  return done;
}
