/*
 * keys.c - see keys.h.
 */
#include "module/psgi/keys.h"
#include "shared/perl/own.h"

#include <ctype.h>

/* A limit, because clients choose the names of headers. */
#define HEADERS_MAX 256
#define NAME_MAX_SIZE 256

static const char *const names[MH_KEYS] = {
    [MH_KEY_REQUEST_METHOD] = "REQUEST_METHOD",
    [MH_KEY_REQUEST_URI] = "REQUEST_URI",
    [MH_KEY_QUERY_STRING] = "QUERY_STRING",
    [MH_KEY_SERVER_PROTOCOL] = "SERVER_PROTOCOL",
    [MH_KEY_SCRIPT_NAME] = "SCRIPT_NAME",
    [MH_KEY_PATH_INFO] = "PATH_INFO",
    [MH_KEY_SERVER_NAME] = "SERVER_NAME",
    [MH_KEY_SERVER_PORT] = "SERVER_PORT",
    [MH_KEY_REMOTE_ADDR] = "REMOTE_ADDR",
    [MH_KEY_REMOTE_PORT] = "REMOTE_PORT",
    [MH_KEY_REMOTE_USER] = "REMOTE_USER",
    [MH_KEY_AUTH_TYPE] = "AUTH_TYPE",
    [MH_KEY_HTTPS] = "HTTPS",
    [MH_KEY_URL_SCHEME] = "psgi.url_scheme",
    [MH_KEY_VERSION] = "psgi.version",
    [MH_KEY_INPUT] = "psgi.input",
    [MH_KEY_BUFFERED] = "psgix.input.buffered",
    [MH_KEY_ERRORS] = "psgi.errors",
    [MH_KEY_MULTITHREAD] = "psgi.multithread",
    [MH_KEY_MULTIPROCESS] = "psgi.multiprocess",
    [MH_KEY_RUN_ONCE] = "psgi.run_once",
    [MH_KEY_NONBLOCKING] = "psgi.nonblocking",
    [MH_KEY_STREAMING] = "psgi.streaming",
    [MH_KEY_LOGGER] = "psgix.logger",
    [MH_KEY_INFORMATIONAL] = "psgix.informational",
    [MH_KEY_CLEANUP] = "psgix.cleanup",
    [MH_KEY_CLEANUP_HANDLERS] = "psgix.cleanup.handlers",
    [MH_KEY_HARAKIRI] = "psgix.harakiri",
    [MH_KEY_HARAKIRI_COMMIT] = "psgix.harakiri.commit",
};

static MH_OWN SV *keys[MH_KEYS];
static MH_OWN HV
    *headers; /* as the client spells it => its key, or undef: none */

void mh_psgi_keys_boot(pTHX)
{
    for (int i = 0; i < MH_KEYS; i++)
        keys[i] = newSVpvn_share(names[i], (I32)strlen(names[i]), 0);
    headers = newHV();
}

static void put_key(pTHX_ HV *env, SV *key, SV *value)
{
    (void)hv_store_ent(env, key, value, SvSHARED_HASH(key));
}

void mh_psgi_put(pTHX_ HV *env, mh_key_e key, SV *value)
{
    put_key(aTHX_ env, keys[key], value);
}

SV *mh_psgi_get(pTHX_ HV *env, mh_key_e key)
{
    const HE *entry = hv_fetch_ent(env, keys[key], 0, SvSHARED_HASH(keys[key]));

    return entry ? HeVAL(entry) : NULL;
}

/*
 * "User-Agent" is HTTP_USER_AGENT. Names with other characters have no key (as
 * in httpd), because two of them could become one; nor has Proxy, which
 * programs would take for HTTP_PROXY (CVE-2016-5387).
 */
static bool name_of(char *name, const char *header)
{
    size_t used = sizeof("HTTP_") - 1;

    if (!strcasecmp(header, "Proxy"))
        return false;
    memcpy(name, "HTTP_", used);
    for (; *header && used < NAME_MAX_SIZE - 1; header++) {
        if (!isalnum((unsigned char)*header) && *header != '-')
            return false;
        name[used++] = *header == '-' ? '_'
                                      : (char)toupper((unsigned char)*header);
    }
    name[used] = '\0';
    return !*header;
}

static SV *make_key(pTHX_ const char *header)
{
    char name[NAME_MAX_SIZE];

    if (!strcasecmp(header, "Content-Type"))
        return newSVpvn_share("CONTENT_TYPE", 12, 0);
    if (!strcasecmp(header, "Content-Length"))
        return newSVpvn_share("CONTENT_LENGTH", 14, 0);
    if (!name_of(name, header))
        return newSV(0);
    return newSVpvn_share(name, (I32)strlen(name), 0);
}

void mh_psgi_put_header(pTHX_ HV *env, const char *header, const char *value)
{
    I32 size = (I32)strlen(header);
    SV **known = hv_fetch(headers, header, size, 0);
    SV *key = known ? *known : make_key(aTHX_ header);

    if (SvOK(key))
        put_key(aTHX_ env, key, newSVpvn(value, strlen(value)));
    if (known)
        return;
    if (HvUSEDKEYS(headers) < HEADERS_MAX)
        (void)hv_store(headers, header, size, key, 0);
    else
        SvREFCNT_dec(key);
}
