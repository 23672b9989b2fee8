/*
 * profiler.c - see profiler.h.
 */
#include "shared/perl/profiler.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "shared/perl/own.h"

#define FILE_OF_CLASS "/Mehari/Profile.pm"

/* Looked up once, because a script may delete the names. */
static MH_OWN CV *begin_code;
static MH_OWN CV *finish_code;

/* The table of operators before NYTProf has replaced some, and after. */
static Perl_ppaddr_t before[MAXO];
static Perl_ppaddr_t after[MAXO];

/*
 * Calls our own code, which catches errors and never exits. A request's process
 * may be interrupted anywhere, so this changes nothing that Perl code sees.
 */
static void call(pTHX_ CV *code, SV **words, int count)
{
    int error = errno;
    bool tainted = TAINT_get;
    dSP;

    TAINT_NOT;
    PUSHSTACKi(PERLSI_MAGIC);
    ENTER;
    SAVETMPS;
    PUSHMARK(SP);
    EXTEND(SP, count);
    for (int i = 0; i < count; i++)
        PUSHs(sv_2mortal(words[i]));
    PUTBACK;
    call_sv((SV *)code, G_VOID | G_DISCARD | G_EVAL | G_KEEPERR);
    FREETMPS;
    LEAVE;
    POPSTACK;
    TAINT_set(tainted);
    errno = error;
}

static SV *text(pTHX_ const char *value)
{
    return newSVpv(value ? value : "", 0);
}

const char *mh_profiler_load(pTHX_ const mh_profiler_t *profiler)
{
    char file[PATH_MAX];
    CV *setup;

    if (snprintf(file, sizeof(file), "%s%s", profiler->library,
                 FILE_OF_CLASS) >= (int)sizeof(file))
        return "the folder of mehari's modules has too long a name";
    if (begin_code)
        return NULL;
    memcpy(before, PL_ppaddr, sizeof(before));
    require_pv(file);
    memcpy(after, PL_ppaddr, sizeof(after));
    if (SvTRUE(ERRSV))
        return SvPV_nolen(ERRSV);
    setup = get_cv("Mehari::Profile::setup", 0);
    begin_code = get_cv("Mehari::Profile::begin", 0);
    finish_code = get_cv("Mehari::Profile::finish", 0);
    {
        SV *words[3] = { text(aTHX_ profiler->folder),
                         newSVuv((UV)profiler->files),
                         newSVuv((UV)profiler->bytes) };

        call(aTHX_ setup, words, 3);
    }
    return NULL;
}

/*
 * NYTProf's shared object remembers the interpreter that first loaded it, and
 * refuses all others. So the next one has to load it anew.
 */
static void forget_library(Perl_ppaddr_t function)
{
    Dl_info info;
    void *handle = dladdr(*(void **)&function, &info)
                       ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                       : NULL;

    if (!handle)
        return;
    dlclose(handle);
    dlclose(handle);
}

void mh_profiler_unload(void)
{
    Perl_ppaddr_t its = NULL;

    if (!begin_code)
        return;
    for (int i = 0; i < MAXO; i++) {
        if (PL_ppaddr[i] != after[i] || after[i] == before[i])
            continue;
        its = after[i];
        PL_ppaddr[i] = before[i];
    }
    if (its)
        forget_library(its);
    begin_code = finish_code = NULL;
}

void mh_profiler_begin(pTHX_ const char *method, const char *uri,
                       const char *script)
{
    if (begin_code) {
        SV *words[3] = { text(aTHX_ method), text(aTHX_ uri),
                         text(aTHX_ script) };

        call(aTHX_ begin_code, words, 3);
    }
}

void mh_profiler_finish(pTHX)
{
    if (finish_code)
        call(aTHX_ finish_code, NULL, 0);
}
