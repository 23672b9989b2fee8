/*
 * keys.h - the keys of an environment, shared as Perl shares the keys of many
 * hashes: each is made once, and found without hashing or copying its name.
 */
#ifndef MEHARI_MODULE_PSGI_KEYS_H
#define MEHARI_MODULE_PSGI_KEYS_H

#include "module/common/mehari.h"

typedef enum {
    MH_KEY_REQUEST_METHOD,
    MH_KEY_REQUEST_URI,
    MH_KEY_QUERY_STRING,
    MH_KEY_SERVER_PROTOCOL,
    MH_KEY_SCRIPT_NAME,
    MH_KEY_PATH_INFO,
    MH_KEY_SERVER_NAME,
    MH_KEY_SERVER_PORT,
    MH_KEY_REMOTE_ADDR,
    MH_KEY_REMOTE_PORT,
    MH_KEY_REMOTE_USER,
    MH_KEY_AUTH_TYPE,
    MH_KEY_HTTPS,
    MH_KEY_URL_SCHEME,
    MH_KEY_VERSION,
    MH_KEY_INPUT,
    MH_KEY_BUFFERED,
    MH_KEY_ERRORS,
    MH_KEY_MULTITHREAD,
    MH_KEY_MULTIPROCESS,
    MH_KEY_RUN_ONCE,
    MH_KEY_NONBLOCKING,
    MH_KEY_STREAMING,
    MH_KEY_LOGGER,
    MH_KEY_INFORMATIONAL,
    MH_KEY_CLEANUP,
    MH_KEY_CLEANUP_HANDLERS,
    MH_KEY_HARAKIRI,
    MH_KEY_HARAKIRI_COMMIT,
    MH_KEYS
} mh_key_e;

/* Once per interpreter. */
void mh_psgi_keys_boot(pTHX);

/* value is the hash's from now on. */
void mh_psgi_put(pTHX_ HV *env, mh_key_e key, SV *value);
/* The value, or NULL. */
SV *mh_psgi_get(pTHX_ HV *env, mh_key_e key);

/* Puts the value of a header of the request. Some names have no key. */
void mh_psgi_put_header(pTHX_ HV *env, const char *header, const char *value);

#endif
