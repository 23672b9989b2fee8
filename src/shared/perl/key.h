/*
 * key.h - the key in %INC of a package's own file. Runs wherever Perl runs.
 */
#ifndef MEHARI_SHARED_PERL_KEY_H
#define MEHARI_SHARED_PERL_KEY_H

#include <EXTERN.h>
#include <perl.h>

/* Foo::Bar is Foo/Bar.pm. Mortal. */
static inline SV *mh_key_of(pTHX_ const char *package)
{
    SV *key = sv_2mortal(newSVpvs(""));

    for (; *package; package++) {
        bool parts = package[0] == ':' && package[1] == ':';

        sv_catpvn(key, parts ? "/" : package, 1);
        package += parts;
    }
    sv_catpvs(key, ".pm");
    return key;
}

#endif
