/*
 * scope.c - comparing and putting back.
 */
#include "scope.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../perl/interpreter.h"
#include "../perl/watch.h"

static const struct {
    const char *name;
    const char *value; /* perlvar's default; NULL is undef */
} vars[MH_SCOPE_VARS] = {
    {"/", "\n"}, {"\\", NULL}, {",", NULL}, {";", "\034"}, {"\"", " "},
};

static void save_vars(pTHX_ mh_scope_t *scope);
static void restore_vars(pTHX_ mh_scope_t *scope);
static void save_signals(pTHX_ mh_scope_t *scope);
static void restore_signals(pTHX_ mh_scope_t *scope);
static void restore_hook(pTHX_ const char *name, SV **hook, SV *saved);
static void save_inc(pTHX);
static void restore_inc(pTHX);
static void restore_process(pTHX_ mh_scope_t *scope);

static GV *globs[MH_SCOPE_VARS];
static unsigned globs_of; /* the interpreter they are in */

static int child_directory = -1;
static mode_t child_umask;
static struct sigaction child_actions[MH_SCOPE_SIGNALS];

/* @INC as it was when the last outermost scope was entered. */
typedef struct {
    SV *sv;           /* the element (not counted: inc.array keeps copies) */
    const char *text; /* and its string, which assignment replaces */
} inc_element_t;

static struct {
    inc_element_t *elements;
    SSize_t count;
    SSize_t size;
    AV *copies;
} inc;

void mh_scope_child(void)
{
    child_directory = open(".", O_PATH | O_CLOEXEC);
    child_umask = umask(0);
    umask(child_umask);
    for (int i = 1; i < MH_SCOPE_SIGNALS; i++)
        sigaction(i, NULL, &child_actions[i]);
    inc.count = -1;
    mh_watch_reset();
}

void mh_scope_enter(pTHX_ mh_scope_t *scope)
{
    scope->directory = mh_watch_peek() & MH_CHANGED_DIRECTORY
                           ? open(".", O_PATH | O_CLOEXEC) : -1;
    scope->warn = PL_dowarn;
    save_vars(aTHX_ scope);
    save_signals(aTHX_ scope);
    save_inc(aTHX);
    mh_stdio_open(aTHX_ &scope->stdio);
}

void mh_scope_leave(pTHX_ mh_scope_t *scope)
{
    mh_stdio_close(aTHX_ &scope->stdio);
    restore_inc(aTHX);
    restore_signals(aTHX_ scope);
    restore_vars(aTHX_ scope);
    if (PL_dowarn != scope->warn)
        PL_dowarn = scope->warn;
    restore_process(aTHX_ scope);
}

/* Variables */

/* Globs do not move: looking them up took 6,000 instructions a request. */
static SV *variable(pTHX_ int i)
{
    if (UNLIKELY(globs_of != mehari.generation)) {
        for (int n = 0; n < MH_SCOPE_VARS; n++)
            globs[n] = gv_fetchpvn_flags(vars[n].name, 1,
                                         GV_ADD | GV_NOTQUAL, SVt_PV);
        globs_of = mehari.generation;
    }
    return GvSVn(globs[i]);
}

static bool is_default(pTHX_ int i, SV *sv)
{
    PERL_UNUSED_CONTEXT;
    if (!vars[i].value)
        return !SvOK(sv);
    return SvPOK(sv) && SvCUR(sv) == 1 && *SvPVX(sv) == *vars[i].value;
}

static void save_vars(pTHX_ mh_scope_t *scope)
{
    for (int i = 0; i < MH_SCOPE_VARS; i++) {
        SV *sv = variable(aTHX_ i);

        scope->vars[i] = is_default(aTHX_ i, sv) ? NULL : newSVsv(sv);
    }
}

/* Assignment calls the variables' magic, which is what sets PL_rs and PL_ors_sv. */
static void restore_vars(pTHX_ mh_scope_t *scope)
{
    for (int i = 0; i < MH_SCOPE_VARS; i++) {
        SV *sv = variable(aTHX_ i);
        SV *saved = scope->vars[i];

        if (saved) {
            sv_setsv_mg(sv, saved);
            SvREFCNT_dec(saved);
        } else if (!is_default(aTHX_ i, sv)) {
            if (vars[i].value)
                sv_setpvn(sv, vars[i].value, 1);
            else
                sv_setsv(sv, &PL_sv_undef);
            SvSETMAGIC(sv);
        }
    }
}

/* Signals */

/*
 * PL_psig_ptr[n] is what %SIG holds for signal n, NULL as long as nobody has
 * looked; comparing it is the only way that does not cost a look at each.
 */
static void save_signals(pTHX_ mh_scope_t *scope)
{
    for (int i = 1; i < MH_SCOPE_SIGNALS; i++)
        scope->signals[i] = PL_psig_ptr[i] ? newSVsv(PL_psig_ptr[i]) : NULL;
    scope->die_hook = SvREFCNT_inc_simple(PL_diehook);
    scope->warn_hook = SvREFCNT_inc_simple(PL_warnhook);
}

static bool same_handler(pTHX_ SV *a, SV *b)
{
    if (SvROK(a) || SvROK(b))
        return SvROK(a) && SvROK(b) && SvRV(a) == SvRV(b);
    return sv_eq(a, b);
}

static void restore_signal(pTHX_ int i, SV *saved)
{
    HV *sig = GvHVn(gv_fetchpvs("SIG", GV_ADD, SVt_PVHV));
    const char *name = PL_sig_name[i];
    SV **slot;

    if (!saved) {
        SV *now = PL_psig_ptr[i];

        sigaction(i, &child_actions[i], NULL);
        PL_psig_ptr[i] = NULL;
        SvREFCNT_dec(now);
        return;
    }
    slot = hv_fetch(sig, name, strlen(name), TRUE);
    if (slot)
        sv_setsv_mg(*slot, saved);
}

static void restore_signals(pTHX_ mh_scope_t *scope)
{
    for (int i = 1; i < MH_SCOPE_SIGNALS; i++) {
        SV *saved = scope->signals[i];
        SV *now = PL_psig_ptr[i];

        if (now != NULL && (!saved || !same_handler(aTHX_ saved, now)))
            restore_signal(aTHX_ i, saved);
        else if (!now && saved)
            restore_signal(aTHX_ i, saved);
        SvREFCNT_dec(saved);
    }
    restore_hook(aTHX_ "__DIE__", &PL_diehook, scope->die_hook);
    restore_hook(aTHX_ "__WARN__", &PL_warnhook, scope->warn_hook);
}

static void restore_hook(pTHX_ const char *name, SV **hook, SV *saved)
{
    if (*hook != saved) {
        HV *sig = GvHVn(gv_fetchpvs("SIG", GV_ADD, SVt_PVHV));

        if (saved) {
            SV **slot = hv_fetch(sig, name, strlen(name), TRUE);

            if (slot)
                sv_setsv_mg(*slot, saved);
        } else {
            (void)hv_delete(sig, name, strlen(name), G_DISCARD);
        }
    }
    SvREFCNT_dec(saved);
}

/* @INC */

static bool inc_unchanged(pTHX_ AV *now)
{
    if (av_count(now) != (Size_t)inc.count || SvMAGICAL((SV *)now))
        return false;
    for (SSize_t i = 0; i < inc.count; i++) {
        SV *sv = AvARRAY(now)[i];

        if (sv != inc.elements[i].sv
            || (sv && SvPOK(sv) && SvPVX(sv) != inc.elements[i].text))
            return false;
    }
    return true;
}

static void note_inc(pTHX_ AV *now)
{
    PERL_UNUSED_CONTEXT;
    inc.count = av_count(now);
    if (inc.count > inc.size) {
        inc.size = inc.count * 2;
        Renew(inc.elements, inc.size, inc_element_t);
    }
    for (SSize_t i = 0; i < inc.count; i++) {
        SV *sv = AvARRAY(now)[i];

        inc.elements[i].sv = sv;
        inc.elements[i].text = sv && SvPOK(sv) ? SvPVX(sv) : NULL;
    }
}

static void save_inc(pTHX)
{
    AV *now = GvAVn(PL_incgv);

    if (inc.copies && inc_unchanged(aTHX_ now))
        return;
    SvREFCNT_dec((SV *)inc.copies);
    inc.copies = newAV();
    for (Size_t i = 0; i < av_count(now); i++) {
        SV **sv = av_fetch(now, i, FALSE);

        av_push(inc.copies, sv ? newSVsv(*sv) : newSV(0));
    }
    note_inc(aTHX_ now);
}

static void restore_inc(pTHX)
{
    AV *now = GvAVn(PL_incgv);

    if (!inc.copies || inc_unchanged(aTHX_ now))
        return;
    av_clear(now);
    for (Size_t i = 0; i < av_count(inc.copies); i++)
        av_push(now, newSVsv(*av_fetch(inc.copies, i, TRUE)));
    note_inc(aTHX_ now);
}

/* The process */

static void restore_process(pTHX_ mh_scope_t *scope)
{
    unsigned changed = mh_watch_peek();

    PERL_UNUSED_CONTEXT;
    if (scope->directory >= 0) {
        if (fchdir(scope->directory) != 0)
            ap_log_error(APLOG_MARK, APLOG_ERR, errno, ap_server_conf,
                         "cannot go back to the working directory");
        close(scope->directory);
        return;
    }
    if (!changed)
        return;
    if ((changed & MH_CHANGED_DIRECTORY) && fchdir(child_directory) != 0)
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, ap_server_conf,
                     "cannot go back to the working directory");
    if (changed & MH_CHANGED_UMASK)
        umask(child_umask);
    if (changed & MH_CHANGED_ALARM)
        alarm(0);
    mh_watch_reset();
}
