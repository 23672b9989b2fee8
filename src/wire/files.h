/*
 * files.h - what MH_TAG_FILES holds: the files that compile-time code looked
 * at, and what it saw there.
 *
 * A string of the list is a kind (one byte), what was seen (16 hexadecimal
 * digits), and an absolute path. The process that compiles writes it when it
 * looks; the manager (src/pool/dependencies.h) compares it with what is there
 * when it begins to watch, so that no change between the two is lost.
 */
#ifndef MEHARI_FILES_H
#define MEHARI_FILES_H

#include <limits.h>
#include <sys/stat.h>

#include "wire/wire.h"

typedef enum {
    /*
     * Opened for reading, or looked at by stat(): any change counts. The status
     * is that of before the first byte was read.
     */
    MH_FILE_CONTENTS = 'c',
    /*
     * Is it there, of which type, mode and owner: access(), and stat() of a
     * directory, whose times change with every file that is made in it.
     */
    MH_FILE_EXISTENCE = 'e',
    /* The same of the name itself: lstat(), readlink(). */
    MH_FILE_LINK = 'l',
    /* The names in a directory: opendir(). */
    MH_FILE_LISTING = 'd'
} mh_file_kind_e;

/* What was seen. Anything else is a sum over the status. */
#define MH_FILE_ABSENT 0 /* nothing: the call failed */
#define MH_FILE_UNSURE 1 /* it is being changed: equal to nothing */

/* One byte, the digits, the path with its NUL. */
#define MH_FILE_ENTRY_MAX (1 + 16 + PATH_MAX)

typedef struct mh_file_t {
    mh_file_kind_e kind;
    uint64_t seen;
    const char *path; /* into the entry */
} mh_file_t;

/* status: NULL means that there is nothing. */
uint64_t mh_file_seen(mh_file_kind_e kind, const struct stat *status);

/*
 * Now, in nanoseconds of the time of day. Where compile-time code is watched,
 * the witness sees one syscall().
 */
int64_t mh_file_clock(void);

/* Has it changed so lately that another change may leave the same times? */
bool mh_file_is_recent(const struct stat *status);
/*
 * Waits until another change would leave other times behind: 20 ms at most, of
 * a file that has just changed. False: it did not need to. So what was just
 * written is rarely MH_FILE_UNSURE.
 */
bool mh_file_settle(const struct stat *status);

/*
 * Writes an entry and returns its length with the NUL; 0 when the path is not
 * absolute or too long. A file that has changed since then, or whose times may
 * stay as they are if it was changed again at once, is written as
 * MH_FILE_UNSURE: what was compiled from it will be used once. since: a time
 * before the file was read, mh_file_clock() when it has not been read yet.
 * Makes no call of libc that the witness watches.
 */
size_t mh_file_write(char entry[MH_FILE_ENTRY_MAX], mh_file_kind_e kind,
                     const struct stat *status, const char *path,
                     int64_t since);

/* False when the string is no entry. */
bool mh_file_read(const char *entry, mh_file_t *file);

#endif
