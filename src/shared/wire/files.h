/*
 * files.h - content of MH_TAG_FILES: the files that compile-time code looked
 * at, and their state then.
 *
 * A string of the list is a kind (one byte), the state (16 hexadecimal digits),
 * and an absolute path. The process that compiles writes the state when it
 * looks at a file. The manager (src/pool/manager/watch/dependencies.h) compares
 * that state with the present one when it begins to watch. So the manager
 * misses no change in between.
 */
#ifndef MEHARI_SHARED_WIRE_FILES_H
#define MEHARI_SHARED_WIRE_FILES_H

#include <limits.h>
#include <sys/stat.h>

#include "shared/wire/wire.h"

typedef enum {
    /*
     * Opened for reading, or looked at by stat(): any change counts. The status
     * is from before the first byte was read.
     */
    MH_FILE_CONTENTS = 'c',
    /*
     * Existence, type, mode and owner: access(), and stat() of a directory,
     * whose times change with every file that is made in it.
     */
    MH_FILE_EXISTENCE = 'e',
    /* The same of the name itself: lstat(), readlink(). */
    MH_FILE_LINK = 'l',
    /* The names in a directory: opendir(). */
    MH_FILE_LISTING = 'd'
} mh_file_kind_e;

/* The state. Any other value is a hash of the status. */
#define MH_FILE_ABSENT 0 /* no file: the call failed */
#define MH_FILE_UNSURE 1 /* being changed: equal to nothing */

/* One byte, the digits, the path with its NUL. */
#define MH_FILE_ENTRY_MAX (1 + 16 + PATH_MAX)

typedef struct mh_file_t {
    mh_file_kind_e kind;
    uint64_t seen;
    const char *path; /* into the entry */
} mh_file_t;

/* status: NULL means that there is no file. */
uint64_t mh_file_seen(mh_file_kind_e kind, const struct stat *status);

/*
 * Now, in nanoseconds of the time of day. In traced code this is one syscall()
 * for the trace.
 */
int64_t mh_file_clock(void);

/* True if another change might leave the same times. */
bool mh_file_is_recent(const struct stat *status);
/*
 * Waits, for at most 20 ms, until another change of a file that has just
 * changed would leave other times. So a file just written is rarely
 * MH_FILE_UNSURE. Returns false if no wait was needed.
 */
bool mh_file_settle(const struct stat *status);

/*
 * Writes an entry and returns its length with the NUL; 0 when the path is not
 * absolute or too long. A file that has changed since then, or whose times may
 * stay as they are if it was changed again at once, is written as
 * MH_FILE_UNSURE: code compiled from it will be used once. since: a time before
 * the file was read, mh_file_clock() when it has not been read yet. Makes no
 * call of libc that the trace watches.
 */
size_t mh_file_write(char entry[MH_FILE_ENTRY_MAX], mh_file_kind_e kind,
                     const struct stat *status, const char *path,
                     int64_t since);

/* False when the string is no entry. */
bool mh_file_read(const char *entry, mh_file_t *file);

#endif
