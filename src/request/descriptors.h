/*
 * descriptors.h - in a process that was forked for one request, STDIN and
 * STDOUT are descriptors 0 and 1, as every CGI program has them.
 *
 * The handles stay those on the request (stdio.h); only where their bytes come
 * from and go to is another.
 */
#ifndef MEHARI_REQUEST_DESCRIPTORS_H
#define MEHARI_REQUEST_DESCRIPTORS_H

#include "../mehari.h"

/* From here on, in this process. */
void mh_descriptors_use(void);
bool mh_descriptors_used(void);

/* -1 with errno; what is written is buffered until it is flushed. */
SSize_t mh_descriptors_write(const void *data, Size_t length);
IV mh_descriptors_flush(void);
SSize_t mh_descriptors_read(void *to, Size_t length);

#endif
