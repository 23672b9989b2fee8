/*
 * bind.h - the functions that libperl and other libraries of this program call
 * are bound once, in a base. A run that binds one by its first call would write
 * to a page that is then restored.
 *
 * LD_BIND_NOW would also do that, but for good: a library of an XS module that
 * refers to a missing function would then not load at all. The dlopen() of
 * trace/file.c binds the libraries of XS modules.
 */
#ifndef MEHARI_POOL_PERL_BIND_H
#define MEHARI_POOL_PERL_BIND_H

/* Call it before Perl starts. A symbol that it cannot find is left to ld.so. */
void mh_bind_libraries(void);

#endif
