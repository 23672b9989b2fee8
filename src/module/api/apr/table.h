/* table.h - magic that the hash of an APR::Table needs besides its tie. */
#ifndef MEHARI_MODULE_API_APR_TABLE_H
#define MEHARI_MODULE_API_APR_TABLE_H

#include "module/common/mehari.h"

/*
 * For a new hash, before it is tied. `values` makes an element for each key,
 * and reads all of them at its end. With this magic, each element is read while
 * the iteration is at its pair, so that a key that occurs twice gives both
 * values.
 */
void mh_table_prefetch(pTHX_ HV *hash);

#endif
