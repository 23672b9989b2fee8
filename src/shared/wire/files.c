/*
 * files.c - see files.h.
 */
#include "shared/wire/files.h"

#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define HEX_DIGITS 16

/*
 * The kernel's clock for files ticks every 10 ms or less. Two changes within a
 * tick leave the same time.
 */
#define TICK_NANOSECONDS 20000000

static int64_t nanoseconds(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* FNV-1a, a byte at a time. */
static uint64_t mix(uint64_t sum, uint64_t value)
{
    for (int i = 0; i < 8; i++) {
        sum = (sum ^ (value & 0xff)) * UINT64_C(0x100000001b3);
        value >>= 8;
    }
    return sum;
}

/* Use of a device changes its times. */
static bool times_count(mh_file_kind_e kind, const struct stat *status)
{
    if (S_ISLNK(status->st_mode))
        return true;
    if (kind != MH_FILE_CONTENTS && kind != MH_FILE_LISTING)
        return false;
    return S_ISREG(status->st_mode) || S_ISDIR(status->st_mode);
}

uint64_t mh_file_seen(mh_file_kind_e kind, const struct stat *status)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    if (!status)
        return MH_FILE_ABSENT;
    sum = mix(sum, status->st_dev);
    sum = mix(sum, status->st_ino);
    sum = mix(sum, status->st_mode);
    sum = mix(sum, (uint64_t)status->st_uid << 32 | status->st_gid);
    if (times_count(kind, status)) {
        sum = mix(sum, (uint64_t)status->st_size);
        sum = mix(sum, (uint64_t)nanoseconds(&status->st_mtim));
        sum = mix(sum, (uint64_t)nanoseconds(&status->st_ctim));
    }
    return sum > MH_FILE_UNSURE ? sum : sum + 2;
}

int64_t mh_file_clock(void)
{
    struct timespec now;

    if (syscall(SYS_clock_gettime, CLOCK_REALTIME, &now))
        return 0;
    return nanoseconds(&now);
}

bool mh_file_is_recent(const struct stat *status)
{
    int64_t since = mh_file_clock();

    return nanoseconds(&status->st_ctim) > since - TICK_NANOSECONDS;
}

bool mh_file_settle(const struct stat *status)
{
    const struct timespec rest = { .tv_nsec = TICK_NANOSECONDS };

    if (!mh_file_is_recent(status))
        return false;
    syscall(SYS_nanosleep, &rest, NULL);
    return true;
}

static void write_digits(char *at, uint64_t number)
{
    for (int i = HEX_DIGITS - 1; i >= 0; i--) {
        at[i] = "0123456789abcdef"[number & 0xf];
        number >>= 4;
    }
}

size_t mh_file_write(char entry[MH_FILE_ENTRY_MAX], mh_file_kind_e kind,
                     const struct stat *status, const char *path, int64_t since)
{
    size_t length = strlen(path) + 1;
    uint64_t seen = mh_file_seen(kind, status);

    if (path[0] != '/' || length > PATH_MAX)
        return 0;
    if (status && times_count(kind, status) &&
        nanoseconds(&status->st_ctim) > since - TICK_NANOSECONDS)
        seen = MH_FILE_UNSURE;
    entry[0] = (char)kind;
    write_digits(entry + 1, seen);
    memcpy(entry + 1 + HEX_DIGITS, path, length);
    return 1 + HEX_DIGITS + length;
}

static bool read_digits(const char *at, uint64_t *number)
{
    *number = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
        const char *digits = "0123456789abcdef";
        const char *digit = at[i] ? strchr(digits, at[i]) : NULL;

        if (!digit)
            return false;
        *number = *number << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

bool mh_file_read(const char *entry, mh_file_t *file)
{
    if (!entry[0] || !strchr("celd", entry[0]) ||
        !read_digits(entry + 1, &file->seen))
        return false;
    file->kind = (mh_file_kind_e)entry[0];
    file->path = entry + 1 + HEX_DIGITS;
    return file->path[0] == '/' && strlen(file->path) < PATH_MAX;
}
