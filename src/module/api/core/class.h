/*
 * class.h - the kinds of objects: their names in Perl and in messages, and the
 * kinds that each may stand for. Runs wherever Perl runs.
 */
#ifndef MEHARI_MODULE_API_CORE_CLASS_H
#define MEHARI_MODULE_API_CORE_CLASS_H

#include "module/common/mehari.h"

typedef enum {
    MH_NONE, /* no object: a plain function or a class method */
    MH_REQUEST,
    MH_SUBREQUEST,
    MH_CONNECTION,
    MH_SERVER,
    MH_PROCESS,
    MH_POOL,
    MH_TABLE,
    MH_LOG, /* common part of the two below; no object is just this */
    MH_LOG_REQUEST,
    MH_LOG_SERVER,
    MH_CONF_VECTOR,
    MH_FINFO,
    MH_FILTER,
    MH_FILTER_REC,
    MH_BRIGADE,
    MH_BUCKET,
    MH_BUCKET_TYPE,
    MH_SOCKADDR,
    MH_SOCKET,
    MH_URI,
    MH_BUCKET_ALLOC,
    MH_ARRAY,
    MH_METHOD_LIST,
    MH_SERVER_ADDR,
    MH_SCOREBOARD,
    MH_MODULE,
    MH_COMMAND,
    MH_CMD_PARMS,
    MH_DIRECTIVE,
    MH_UUID,
    MH_IP_SUBNET,
    MH_THREAD_MUTEX,
    MH_THREAD_RWLOCK,
    MH_INTERPRETER,
    MH_INTERP_POOL,
    MH_TIPOOL,
    MH_TIPOOL_CONFIG,
    MH_MULTIPART,
    MH_KINDS
} mh_object_kind_e;

typedef struct {
    const char *package;     /* its name in Perl */
    const char *variable;    /* its name in messages: "$r" */
    const char *ended;       /* used too late: "the request ended" */
    const char *advice;      /* and what to do about it */
    mh_object_kind_e parent; /* kind for which this one may stand, too */
    bool perl_owned;         /* Perl's DESTROY ends it: see mh_object() */
} mh_class_t;

const mh_class_t *mh_class(mh_object_kind_e kind);

/* The package of the kind, in this interpreter. */
HV *mh_object_stash(mh_object_kind_e kind);

/* The pool from which strings that are stored in the object are allocated. */
apr_pool_t *mh_object_alloc_pool(mh_object_kind_e kind, void *ptr);

/* Defines @ISA of the classes (called once per interpreter). */
void mh_class_boot(pTHX);

#endif
