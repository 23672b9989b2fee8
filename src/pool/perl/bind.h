/*
 * bind.h - the functions that libperl and other libraries of this program call
 * are bound once, in a base. A run that binds one by its first call would write
 * to a page that is then restored.
 *
 * LD_BIND_NOW would do so, too, and could not be taken back: libraries of XS
 * modules that refer to a function that there is not would then not load at
 * all. They are bound by the dlopen() of trace/file.c.
 */
#ifndef MEHARI_POOL_PERL_BIND_H
#define MEHARI_POOL_PERL_BIND_H

/*
 * The call comes before Perl starts. A symbol that it cannot find stays for
 * ld.so.
 */
void mh_bind_libraries(void);

#endif
