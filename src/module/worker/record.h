/*
 * record.h - the data that a worker sends to httpd while it serves a request:
 * records, one after the other, on the pipe that a script has as standard
 * output.
 *
 *     size u32, kind u32, then size bytes
 *
 * HEAD comes once, before the first DATA. A response without END is not whole,
 * whatever it looks like; after END there are only LOG and, at last, DONE. The
 * descriptor is not one of 0, 1 and 2: programs that a handler starts do not
 * have it.
 */
#ifndef MEHARI_MODULE_WORKER_RECORD_H
#define MEHARI_MODULE_WORKER_RECORD_H

#include <stdint.h>

typedef enum {
    MH_RECORD_READ = 1, /* asks for the body of the request */
    MH_RECORD_HEAD,     /* mh_fields_response() */
    MH_RECORD_DATA,     /* a part of the body */
    MH_RECORD_LOG,      /* mh_record_log_t, then text */
    MH_RECORD_INTERIM,  /* mh_fields_interim(): ahead of HEAD, any number */
    /* mh_answer_t (answer.h), then the fields for the log */
    MH_RECORD_END,
    MH_RECORD_DONE, /* after the last phases; no record follows it */
    MH_RECORDS
} mh_record_kind_e;

typedef struct mh_record_t {
    uint32_t size;
    uint32_t kind;
} mh_record_t;

/* DATA may be of any size; other records are stored until they are whole. */
#define MH_RECORD_MAX (1024 * 1024)

typedef struct mh_record_log_t {
    int32_t level;
    int32_t status; /* apr_status_t, 0: none */
    int32_t server; /* about the server, not the request */
    int32_t nobody; /* of no module: [:error] */
    int32_t line;
    /* of the source file's name before the text, with its NUL */
    uint32_t file_size;
} mh_record_log_t;

#endif
