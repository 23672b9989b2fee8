/*
 * stdio.h - STDIN and STDOUT on the request: the PerlIO layer "Apache2".
 *
 * The two handles are made once per child (a subrequest has a pair of its own)
 * and put under *STDIN and *STDOUT while a perl-script handler runs; they
 * always mean the request that runs. The handler's changes of them (closed,
 * reopened, assigned another glob, pushed layers) are undone when the handler
 * ends. Under `SetHandler modperl` STDIN and STDOUT are the process's own.
 */
#ifndef MEHARI_MODULE_REQUEST_STDIO_H
#define MEHARI_MODULE_REQUEST_STDIO_H

#include "module/common/mehari.h"

typedef struct {
    GP *gp;   /* the glob's parts: *STDOUT = *OTHER replaces them */
    IO *io;   /* the glob's handle before */
    IO *ours; /* the handle of the request around this one */
} mh_stdio_handle_t;

typedef struct {
    mh_stdio_handle_t in;
    mh_stdio_handle_t out;
    GV *selected; /* to which print writes if it names no handle */
} mh_stdio_t;

/* Defines the layer. Once per interpreter. */
void mh_stdio_boot(pTHX);

/* Put the request's handles in place, and take them away again. */
void mh_stdio_open(pTHX_ mh_stdio_t *saved);
void mh_stdio_close(pTHX_ mh_stdio_t *saved);

/*
 * Handles of the layer have no file descriptor, so sysread and syswrite on them
 * are done here. False when the handle on Perl's stack is another one.
 */
bool mh_stdio_sysread(pTHX);
bool mh_stdio_syswrite(pTHX);

#endif
