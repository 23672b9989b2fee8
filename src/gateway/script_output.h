/*
 * script_output.h - what a script writes, on its way to the client.
 *
 * What the client cannot take yet is kept (output_backlog.h), so that a script
 * need not wait for a client that is slow; and it is sent at once when the
 * script pauses.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_OUTPUT_H
#define MEHARI_GATEWAY_SCRIPT_OUTPUT_H

#include "gateway/script.h"
#include "gateway/spool.h"

typedef struct mh_script_output_t {
    mh_script_t *script;
    /* Who makes a body of what is read; NULL: it is the body. */
    void (*take)(struct mh_script_output_t *output, const char *data,
                 size_t size);
    bool has_head;          /* take has had the headers */
    apr_bucket_brigade *bb; /* held: read, not yet passed on */
    apr_size_t held;        /* bytes in bb */
    mh_spool_t *spool;      /* what is older than that; NULL: nothing */
    apr_time_t full_since;  /* memory; 0: it is not */
    apr_time_t gathers;     /* since then, what is to be passed on; 0 */
    apr_interval_time_t gathers_for;
    bool slow;      /* its client is */
    bool unfiled;   /* there was no room for a file */
    bool ended;     /* the script's stdout has */
    bool silent;    /* for longer than it may be */
    bool passed;    /* something went to the filters */
    bool unflushed; /* of that something may still be in them */
} mh_script_output_t;

void mh_script_output_begin(mh_script_output_t *output, mh_script_t *script);

/* Reads what is there; notes the end. False: nothing is there yet. */
bool mh_script_output_read(mh_script_output_t *output);

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

/* Bytes that have not been passed on. */
apr_off_t mh_script_output_left(const mh_script_output_t *output);
/* To pass all that on would wait for the client. */
bool mh_script_output_lags(const mh_script_output_t *output);

/* Passes everything on, as it comes, but for the last and the EOS. */
apr_status_t mh_script_output_send(mh_script_output_t *output);
/*
 * The next of it, when the client takes something; APR_SUCCESS as well when
 * something of wanted has happened, APR_TIMEUP when nothing has for so long.
 */
apr_status_t mh_script_output_forward(mh_script_output_t *output,
                                      unsigned wanted,
                                      apr_interval_time_t timeout,
                                      unsigned *happened);
/*
 * Waits as mh_script_wait(), and meanwhile the client gets what httpd's core
 * has for it.
 */
apr_status_t mh_script_output_push(mh_script_output_t *output, unsigned wanted,
                                   apr_interval_time_t timeout,
                                   unsigned *happened);
/* What is held goes to the filters now. */
apr_status_t mh_script_output_pass(mh_script_output_t *output);
/*
 * The last: what is held, and the end of the response. What a client is slow to
 * take goes to a file, and needs no thread where httpd itself sends that.
 */
apr_status_t mh_script_output_finish(mh_script_output_t *output);
/* What filters hold goes to the client, as far as it takes that now. */
void mh_script_output_flush(mh_script_output_t *output);
/* The response ends here, and must not look as if that were all of it. */
void mh_script_output_abort(mh_script_output_t *output);

/* Reads to the end, for nobody but the ScriptLog's page (may be NULL). */
void mh_script_output_discard(mh_script_output_t *output,
                              mh_script_page_t *page);

#endif
