/*
 * report.h - what bases, zygotes and children say to the manager of
 * themselves. See exact.h.
 */
#ifndef MEHARI_REPORT_H
#define MEHARI_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

/*
 * By the channel of a base or zygote. Texts may be NULL. templates: its forks
 * are such.
 */
void mh_report_ready(const mh_wire_stamp_t *stamp, const char *stopped,
                     const char *text, bool templates);
void mh_report_depends(const char *files, size_t size);
void mh_report_failed(int status, const char *output, size_t size);
/* Nothing of the script may be shared; the process ends. */
_Noreturn void mh_report_told(const char *what);

/* By datagram from a child. */
/* stays: it waits for the next request. */
void mh_report_done(int status, bool stays);
void mh_report_learned(void);
/* varies: the name of what differs, see witness.h; or NULL. */
void mh_report_differs(const char *varies);

#endif
