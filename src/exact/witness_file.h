/*
 * witness_file.h - what is asked of a file by name or descriptor.
 */
#ifndef MEHARI_WITNESS_FILE_H
#define MEHARI_WITNESS_FILE_H

#include <stdbool.h>

/* What is written to /dev/null is gone. */
bool mh_witness_is_null(int fd);

/* Tells when code that runs for any script uses a relative name. */
void mh_witness_relative(int at, const char *path);

#endif
