/*
 * file.h - questions about a file, by name or descriptor. Runs in zygotes and
 * bases.
 */
#ifndef MEHARI_POOL_PERL_TRACE_FILE_H
#define MEHARI_POOL_PERL_TRACE_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* True if descriptor fd is /dev/null, where output is lost. */
bool mh_trace_is_null(int fd);
bool mh_trace_is_null_status(const struct stat *status);

/* True if the name leads into /proc or its like, or to a file without a name.
 */
bool mh_trace_is_made_up(int at, const char *path, bool follow);

/* Notes a name that is searched for: whether it exists, and where it leads. */
void mh_trace_before_name(int at, const char *path, bool follow);

/* Stops code that runs for any script and uses a relative name. */
void mh_trace_relative(int at, const char *path);

#endif
