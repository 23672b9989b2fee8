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

/* By the channel of a base or zygote. Texts may be NULL. */
void mh_report_ready(const mh_wire_stamp_t *stamp, const char *text);
void mh_report_depends(const char *files, size_t size);
void mh_report_failed(int status, const char *output, size_t size);
/* The process tells, and ends: see witness.h for what. */
_Noreturn void mh_report_told(const char *what);

/* By datagram from a child. */
void mh_report_done(int status);
void mh_report_learned(void);
void mh_report_differs(const char *what);

#endif
