/* Writes down what a program does to the files of one folder, in order: what it wrote, and what it
   synced. scripts/power_cut.py plays it back to any moment and drops what was not synced by then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct head { char kind; char name[63]; uint64_t at; uint64_t size; } __attribute__((packed));

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static int out = -2;

/* The name of a file below our folder; 0 for every other. */
static int known(int fd, char *name) {
    static const char *folder;
    char link[64], path[512];
    if (!folder && !(folder = getenv("POWER_CUT_FOLDER"))) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    size_t most = strlen(folder);
    if (strncmp(path, folder, most) || path[most] != '/' || strlen(path + most + 1) > 62) return 0;
    strcpy(name, path + most + 1);
    return 1;
}

static void note(char kind, const char *name, uint64_t at, const void *held, uint64_t size) {
    struct head head = {.kind = kind, .at = at, .size = size};
    strcpy(head.name, name);
    pthread_mutex_lock(&one);
    if (out == -2) out = open(getenv("POWER_CUT_LOG"), O_CREAT | O_WRONLY | O_APPEND, 0600);
    syscall(SYS_write, out, &head, sizeof head);
    if (held) syscall(SYS_write, out, held, size);
    pthread_mutex_unlock(&one);
}

static ssize_t placed(int fd, const void *held, size_t size, off_t at) {
    ssize_t done = syscall(SYS_pwrite64, fd, held, size, at);
    char name[64];
    if (done > 0 && known(fd, name)) note('W', name, at, held, done);
    return done;
}
ssize_t pwrite(int fd, const void *held, size_t size, off_t at) { return placed(fd, held, size, at); }
ssize_t pwrite64(int fd, const void *held, size_t size, off64_t at) { return placed(fd, held, size, at); }

ssize_t write(int fd, const void *held, size_t size) {
    char name[64];
    int ours = fd > 2 && known(fd, name);
    off_t at = ours ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t done = syscall(SYS_write, fd, held, size);
    if (done > 0 && ours) note('W', name, at, held, done);
    return done;
}

static int cut(int fd, off_t size) {
    int done = syscall(SYS_ftruncate, fd, size);
    char name[64];
    if (!done && known(fd, name)) note('T', name, size, 0, 0);
    return done;
}
int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off64_t size) { return cut(fd, size); }

int unlink(const char *path) {
    const char *folder = getenv("POWER_CUT_FOLDER");
    size_t most = folder ? strlen(folder) : 0;
    int done = syscall(SYS_unlink, path);
    if (!done && folder && !strncmp(path, folder, most) && strlen(path + most + 1) < 63)
        note('U', path + most + 1, 0, 0, 0);
    return done;
}

static int synced(int fd, long number) {
    int done = syscall(number, fd);
    char name[64];
    if (!done && known(fd, name)) note('S', name, 0, 0, 0);
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
