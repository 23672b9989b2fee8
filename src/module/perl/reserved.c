/*
 * reserved.c - see reserved.h.
 *
 * Perl counts the handles of each descriptor, for all its interpreters, and
 * closes it with the last. So each descriptor counts one handle more, for us.
 */
#include "module/perl/reserved.h"

#include <unistd.h>

#include "module/perl/interpreter.h"

#include "perliol.h"

static bool kept;

void mh_reserved_keep(void)
{
    if (kept || !mehari.threaded || !mehari.perl)
        return;
    kept = true;
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        PerlIOUnix_refcnt_inc(fd);
}

/*
 * The handle may have been closed and opened again with another descriptor. A
 * request's handle has none.
 */
static void settle(pTHX_ const char *name, int fd)
{
    GV *gv = gv_fetchpv(name, 0, SVt_PVIO);
    PerlIO *f = gv && GvIO(gv) ? IoIFP(GvIO(gv)) : NULL;
    int where = f ? PerlIO_fileno(f) : -1;

    if (!f)
        close(fd);
    else if (where >= 0)
        dup2(where, fd);
}

void mh_reserved_let_go(void)
{
    static const char *const names[] = { "main::STDIN", "main::STDOUT",
                                         "main::STDERR" };
    dTHXa(mehari.perl);

    if (!kept)
        return;
    kept = false;
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (PerlIOUnix_refcnt_dec(fd) == 0)
            settle(aTHX_ names[fd], fd);
}
