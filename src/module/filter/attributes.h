/*
 * attributes.h - the attributes of a sub: `sub f : FilterConnectionHandler`.
 * Runs wherever Perl code is compiled.
 *
 * Attributes are stored on the sub while it is compiled (for a closure, when it
 * is made), so that they go wherever the sub goes.
 */
#ifndef MEHARI_MODULE_FILTER_ATTRIBUTES_H
#define MEHARI_MODULE_FILTER_ATTRIBUTES_H

#include "module/common/mehari.h"

enum {
    MH_FILTER_OF_REQUEST = 1 << 0,    /* FilterRequestHandler */
    MH_FILTER_OF_CONNECTION = 1 << 1, /* FilterConnectionHandler */
    MH_FILTER_IS_INIT = 1 << 2,       /* FilterInitHandler */
    MH_FILTER_HAS_INIT = 1 << 3       /* FilterHasInitHandler(code) */
};

/*
 * Notes an attribute of the sub. Returns false if it is not ours; croaks if its
 * parentheses are empty.
 */
bool mh_filter_attribute(pTHX_ CV *sub, SV *attribute);

/* The attributes of code (a sub or a reference to one), 0 for none. */
unsigned mh_filter_attributes(SV *code);

/*
 * The init handler that the code names, or NULL. Its expression is evaluated
 * once, in the package of the sub. *why is set when that fails, or when its
 * value is not a FilterInitHandler.
 */
SV *mh_filter_init_handler(pTHX_ SV *code, apr_pool_t *pool, const char **why);

#endif
