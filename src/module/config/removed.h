/*
 * removed.h - words that earlier versions had: directives, keys of PerlPool. A
 * configuration that has one is refused with the words to write instead. Runs
 * in httpd's parent.
 */
#ifndef MEHARI_MODULE_CONFIG_REMOVED_H
#define MEHARI_MODULE_CONFIG_REMOVED_H

#include "module/common/httpd_headers.h"

/* For the table of directives, with the words to write instead as the data of a
 * row: always the refusal. */
const char *mh_removed_directive(cmd_parms *cmd, void *dir, const char *words);

/* The refusal of a key of PerlPool, or NULL if there never was that key. */
const char *mh_removed_key(apr_pool_t *p, const char *key, size_t length);

#endif
