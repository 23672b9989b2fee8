/*
 * holder.h - finds the variable that holds a Perl value, for messages to
 * programmers. It searches all live values of the interpreter, which takes
 * milliseconds.
 */
#ifndef MEHARI_MODULE_PERL_HOLDER_H
#define MEHARI_MODULE_PERL_HOLDER_H

#include "module/common/mehari.h"

/* "$My::dbh", "my $dbh of My::connect"; a new text, or NULL. */
SV *mh_holder_name(pTHX_ SV *thing);

/* The glob whose handle has the descriptor; NULL: none has. */
GV *mh_holder_of_descriptor(pTHX_ int fd);

#endif
