/*
 * table_access.h - the call forms that methods around a table share:
 *   ()           the table         (key)         the value, or undef
 *   (key, value) set the key       (key, undef)  take the key away
 */
#ifndef MEHARI_MODULE_API_HTTPD_TABLE_ACCESS_H
#define MEHARI_MODULE_API_HTTPD_TABLE_ACCESS_H

#include "module/api/core/method_table.h"

/* For a method whose arguments are "|sS". owner is the table's pool. */
SV *mh_table_access(pTHX_ mh_call_t *call, apr_table_t *table,
                    apr_pool_t *owner);

/*
 * The same around a hash, for "|s*": pnotes. () gives a reference to the hash,
 * (key, value) the value. The hash is made at first use.
 */
SV *mh_hash_access(pTHX_ mh_call_t *call, HV **hash);

#endif
