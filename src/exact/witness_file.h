/*
 * witness_file.h - what is asked of a file by name or descriptor.
 */
#ifndef MEHARI_WITNESS_FILE_H
#define MEHARI_WITNESS_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* What is written to /dev/null is gone. */
bool mh_witness_is_null(int fd);
bool mh_witness_is_null_status(const struct stat *status);

/* Does the name lead into /proc or its like, or to what has no name? */
bool mh_witness_is_made_up(int at, const char *path, bool follow);

/* A name is looked for: is it there, what does it lead to? */
void mh_witness_before_name(int at, const char *path, bool follow);

/* Tells when code that runs for any script uses a relative name. */
void mh_witness_relative(int at, const char *path);

#endif
