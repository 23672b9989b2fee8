/*
 * script_output.h - what a script writes, on its way to the client.
 *
 * What the client cannot take yet is kept in memory, up to PerlCgiBuffer, so
 * that a script need not wait for a client that is slow; and it is sent at once
 * when the script pauses.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_OUTPUT_H
#define MEHARI_GATEWAY_SCRIPT_OUTPUT_H

#include "gateway/script.h"

typedef struct mh_script_output_t {
    mh_script_t *script;
    /* Who makes a body of what is read; NULL: it is the body. */
    void (*take)(struct mh_script_output_t *output, const char *data,
                 size_t size);
    bool has_head;          /* take has had the headers */
    apr_bucket_brigade *bb; /* held: read, not yet passed on */
    apr_size_t held;        /* bytes in bb */
    bool ended;             /* the script's stdout has */
    bool silent;            /* for longer than it may be */
    bool passed;            /* something went to the filters */
    bool unflushed;         /* of that something may still be in them */
} mh_script_output_t;

void mh_script_output_begin(mh_script_output_t *output, mh_script_t *script);

/* Reads what is there; notes the end. */
void mh_script_output_read(mh_script_output_t *output);

/*
 * Lets the body flow in until it is done with, or until the response has to
 * begin. False: the body could not be read from the client.
 */
bool mh_script_output_wait_for_body(mh_script_output_t *output);

/*
 * Waits for the first output, or for its end. APR_TIMEUP: the script is
 * silent.
 */
apr_status_t mh_script_output_first(mh_script_output_t *output);

/*
 * A getsfunc of ap_scan_script_header_err_core_ex: the next line, without CR
 * and LF. 0: there is none; -1: the script is silent.
 */
int mh_script_output_line(char *line, int room, void *data);

/*
 * Everything goes behind what is in bb, and that to next whenever it is much.
 * APR_TIMEUP: the script is silent.
 */
apr_status_t mh_script_output_copy(mh_script_output_t *output,
                                   ap_filter_t *next, apr_bucket_brigade *bb);

/* Passes everything on, as it comes, but for the last and the EOS. */
apr_status_t mh_script_output_send(mh_script_output_t *output);
/* What is held goes to the filters now. */
apr_status_t mh_script_output_pass(mh_script_output_t *output);
/* The last: what is held, and the end of the response. */
apr_status_t mh_script_output_finish(mh_script_output_t *output);
/* The response ends here, and must not look as if that were all of it. */
void mh_script_output_abort(mh_script_output_t *output);

/* Reads to the end, for nobody but the ScriptLog's page (may be NULL). */
void mh_script_output_discard(mh_script_output_t *output,
                              mh_script_page_t *page);

#endif
