/*
 * table.h - what the hash in front of an APR::Table needs besides its tie.
 */
#ifndef MEHARI_MODULE_API_APR_TABLE_H
#define MEHARI_MODULE_API_APR_TABLE_H

#include "module/common/mehari.h"

/*
 * For a new hash that is about to be tied (the tie must come later). `values`
 * makes an element for each key and reads them all when it is done: this has
 * each one read while the iteration is still at its pair, so that a key which
 * is there twice gives both of its values.
 */
void mh_table_prefetch(pTHX_ HV *hash);

#endif
