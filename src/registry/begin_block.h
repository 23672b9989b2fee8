/*
 * begin_block.h - what a BEGIN block of a script does each time it runs, told
 * from its operators.
 *
 * Only `use` and `no` of constants are understood, and of them only modules
 * whose import is known: all else may do anything.
 */
#ifndef MEHARI_REGISTRY_BEGIN_BLOCK_H
#define MEHARI_REGISTRY_BEGIN_BLOCK_H

#include "../mehari.h"

typedef enum {
    MH_BLOCK_UNKNOWN,
    MH_BLOCK_ONCE, /* what it does is in the compiled code, or in its package */
    MH_BLOCK_REPEAT /* it can be called again, and fills the package the same */
} mh_block_e;

/* Of a block in code that was compiled in this package. */
mh_block_e mh_block_judge(pTHX_ CV *block, const HV *package);

#endif
