/*
 * process_output.h - a script's output on its way to the client. Runs in
 * httpd's children.
 *
 * Output that the client cannot take yet is stored (backlog.h), so that a
 * script need not wait for a slow client. Output is sent at once when the
 * script pauses.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_OUTPUT_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_OUTPUT_H

#include "module/gateway/process/process.h"
#include "module/gateway/client/spool.h"
#include "module/gateway/script_log.h"

typedef struct mh_process_output_t {
    mh_process_t *process;
    /* Turns the bytes read into a body; NULL: they are the body. */
    void (*take)(struct mh_process_output_t *output, const char *data,
                 size_t size);
    ap_filter_t **first;        /* receives the output */
    apr_bucket_brigade *before; /* sent in front of it; NULL: nothing */
    bool has_head;              /* take has had the headers */
    apr_bucket_brigade *bb;     /* held: read, not yet passed on */
    apr_size_t held;            /* bytes in bb */
    apr_size_t slice;           /* bytes passed on at a time */
    mh_spool_t *spool;          /* older output; NULL: none */
    apr_time_t full_since;      /* since when memory is full; 0: it is not */
    apr_time_t gathers; /* since when a page is gathered; 0: it is not */
    bool slow;          /* the client is slow */
    bool unfiled;       /* the file system had no space for a file */
    bool ended;         /* the script's stdout has ended */
    bool silent;        /* it was silent for too long */
    bool passed;        /* something went to the filters */
    bool unflushed;     /* filters may still hold some of that */
} mh_process_output_t;

void mh_process_output_begin(mh_process_output_t *output,
                             mh_process_t *process);

/*
 * Sends the body to the script until all is sent, or until the response has to
 * begin. False: the body could not be read from the client.
 */
bool mh_process_output_wait_for_body(mh_process_output_t *output);

/*
 * Waits for the first output, or for its end. APR_TIMEUP: the script is
 * silent.
 */
apr_status_t mh_process_output_first(mh_process_output_t *output);

/*
 * A getsfunc of ap_scan_script_header_err_core_ex: the next line, without CR
 * and LF. 0: there is none; -1: the script is silent.
 */
int mh_process_output_line(char *line, int room, void *data);

/*
 * Sends bb and all later output to *first, except the last part, which is left
 * in bb. APR_TIMEUP: the script is silent.
 */
apr_status_t mh_process_output_copy(mh_process_output_t *output,
                                    ap_filter_t **first,
                                    apr_bucket_brigade *bb);

/* Bytes that have not been passed on. */
apr_off_t mh_process_output_left(const mh_process_output_t *output);
/* True if passing all of it on would wait for the client. */
bool mh_process_output_lags(const mh_process_output_t *output);

/* Passes the output on as it comes, but for the last part and the EOS. */
apr_status_t mh_process_output_send(mh_process_output_t *output);
/*
 * Passes on the next part, when the client takes data; APR_SUCCESS also if an
 * event of wanted came; APR_TIMEUP if nothing came in that time.
 */
apr_status_t mh_process_output_forward(mh_process_output_t *output,
                                       unsigned wanted,
                                       apr_interval_time_t timeout,
                                       unsigned *happened);
/*
 * Waits like mh_process_wait(). Meanwhile, it sends the client earlier parts
 * that the client has not taken yet.
 */
apr_status_t mh_process_output_push(mh_process_output_t *output,
                                    unsigned wanted,
                                    apr_interval_time_t timeout,
                                    unsigned *happened);
/* Passes all held data to the filters now. */
apr_status_t mh_process_output_pass(mh_process_output_t *output);
/*
 * Passes on the last part, and the end of the response. Data for a slow client
 * goes to a file, and needs no thread if httpd itself sends the file.
 */
apr_status_t mh_process_output_finish(mh_process_output_t *output);
/* Flushes the filters' data, as far as the client takes it now. */
void mh_process_output_flush(mh_process_output_t *output);
/* Breaks the response off, so that it does not look complete. */
void mh_process_output_abort(mh_process_output_t *output);

/* Reads to the end, only for the page of the ScriptLog. The log may be NULL. */
void mh_process_output_discard(mh_process_output_t *output,
                               mh_script_page_t *page);

#endif
