/*
 * remains.h - what a script leaves alive when it has ended. Perl would take
 * all of it down, most often for nothing: the process ends anyway.
 */
#ifndef MEHARI_REMAINS_H
#define MEHARI_REMAINS_H

#include <EXTERN.h>
#include <perl.h>

/*
 * False: it is proved that perl_destruct() would do nothing that anybody could
 * see but flush what is buffered; and that has been done.
 */
bool mh_remains_matter(pTHX);

/* In a zygote: looks once, so that what perl keeps of it is shared. */
void mh_remains_prepare(pTHX);

#endif
