/*
 * stream.h - STDIN, STDOUT and STDERR, as they stand when a run begins.
 *
 * What they are connected with is the caller's matter, who sees to it before
 * each run; a run may reopen, close, tie, alias them, and push layers.
 */
#ifndef MEHARI_FRESH_STREAM_H
#define MEHARI_FRESH_STREAM_H

#include <EXTERN.h>
#include <perl.h>
#include <perliol.h>

#include "fresh/handle.h"

/* PERLIO=, -C and PERL5OPT give two or three. What has more is left alone. */
#define MH_STREAM_LAYERS 8

typedef struct mh_stream_t {
    GV *gv;
    GP *gp;
    IO *io;
    PerlIO *input;
    PerlIO *output;
    /* The output's layers, or the input's, the lowest first. */
    PerlIO_funcs *kinds[MH_STREAM_LAYERS];
    int depth;
    U32 flags; /* of the topmost */
    char type;
    mh_form_t form;
} mh_stream_t;

typedef struct mh_streams_t {
    mh_stream_t list[3];
    GV *selected;
} mh_streams_t;

/* As compilation leaves them: `use open`, $|; ":utf8", NULL for none. */
typedef struct mh_layers_t {
    char *list[3];
    bool flush[3]; /* $| */
} mh_layers_t;

/* Those that have been added since the streams were taken. */
void mh_layers_take(pTHX_ mh_layers_t *layers, const mh_streams_t *streams);
void mh_layers_push(pTHX_ const mh_layers_t *layers,
                    const mh_streams_t *streams);
void mh_layers_free(mh_layers_t *layers);

void mh_streams_take(pTHX_ mh_streams_t *streams);

/*
 * Writes out what is buffered, and closes what has taken a stream's place: to
 * be called before descriptors are put back.
 */
void mh_streams_finish(pTHX_ const mh_streams_t *streams);

void mh_streams_restore(pTHX_ mh_streams_t *streams);

#endif
