/* scope.c - compares variables and handles, and puts them back. */
#include "module/request/scope.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "module/perl/interpreter.h"
#include "module/request/watch.h"
#include "shared/memory.h"
#include "shared/perl/own.h"

static const struct {
    const char *name;
    const char *value; /* perlvar's default; NULL is undef */
} vars[MH_SCOPE_VARS] = {
    { "/", "\n" },   { "\\", NULL }, { ",", NULL },
    { ";", "\034" }, { "\"", " " },
};

static void find_globs(pTHX);
static void restore(pTHX_ mh_scope_t *scope);
static void save_vars(pTHX_ mh_scope_t *scope);
static void restore_vars(pTHX_ mh_scope_t *scope);
static void save_signals(pTHX_ mh_scope_t *scope);
static void restore_signals(pTHX_ mh_scope_t *scope);
static void save_inc(pTHX_ mh_scope_t *scope);
static void restore_inc(pTHX_ mh_scope_t *scope);
static void save_process(mh_scope_t *scope);
static void restore_process(mh_scope_t *scope);

static MH_OWN GV *globs[MH_SCOPE_VARS];
static MH_OWN GV *signals;       /* *SIG */
static MH_OWN unsigned globs_of; /* the interpreter they are in */

static MH_OWN mh_scope_t *current;
static MH_OWN int depth; /* scopes that are entered: 2 in a subrequest */

/* The child's state outside of any scope. */
static int child_directory = -1;
static mode_t child_umask;
static struct sigaction child_actions[MH_SCOPE_SIGNALS];

/* An element of @INC. `text` is where its string is, shared with the copy. */
typedef struct {
    SV *sv;
    SV *copy; /* owned by inc.copies */
    U32 flags;
    const char *text;
} element_t;

/*
 * @INC as it was when an outermost scope was last entered: the elements, and
 * copies of them to compare with.
 */
static MH_OWN struct {
    element_t *elements;
    SSize_t count;
    SSize_t size;
    AV *copies;
} inc;

void mh_scope_child(void)
{
    depth = 0;
    current = NULL;
    inc.count = -1;
    for (int i = 1; i < MH_SCOPE_SIGNALS; i++)
        sigaction(i, NULL, &child_actions[i]);
    if (child_directory >= 0)
        close(child_directory);
    child_directory = open(".", O_PATH | O_CLOEXEC);
    child_umask = umask(0);
    umask(child_umask);
    mh_watch_reset();
}

void mh_scope_enter(pTHX_ mh_scope_t *scope)
{
    depth++;
    scope->outer = current;
    current = scope;
    find_globs(aTHX);
    save_process(scope);
    scope->warn = PL_dowarn;
    save_vars(aTHX_ scope);
    save_signals(aTHX_ scope);
    save_inc(aTHX_ scope);
    mh_stdio_open(aTHX_ & scope->stdio);
}

void mh_scope_leave(pTHX_ mh_scope_t *scope)
{
    mh_stdio_close(aTHX_ & scope->stdio);
    current = scope->outer;
    restore(aTHX_ scope);
    depth--;
}

static void restore(pTHX_ mh_scope_t *scope)
{
    restore_inc(aTHX_ scope);
    restore_process(scope);
    restore_signals(aTHX_ scope);
    restore_vars(aTHX_ scope);
    if (PL_dowarn != scope->warn)
        PL_dowarn = scope->warn;
}

/* Variables */

/* Globs do not move: looking them up took 6,000 instructions a request. */
static void find_globs(pTHX)
{
    if (LIKELY(globs_of == mehari.generation))
        return;
    for (int i = 0; i < MH_SCOPE_VARS; i++)
        globs[i] = gv_fetchpvn_flags(vars[i].name, 1, GV_ADD | GV_NOTQUAL,
                                     SVt_PV);
    signals = gv_fetchpvs("SIG", GV_ADD | GV_NOTQUAL, SVt_PVHV);
    globs_of = mehari.generation;
}

static SV *variable(pTHX_ int i)
{
    return GvSVn(globs[i]);
}

static HV *sig_hash(pTHX)
{
    return GvHVn(signals);
}

static bool is_default(pTHX_ int i, SV *sv)
{
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

/* Assignment calls the variables' magic, which sets PL_rs and PL_ors_sv. */
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
 * PL_psig_ptr[n] is what %SIG holds for signal n, or NULL if no code has
 * looked. Only a comparison of these pointers saves a look at each element. As
 * a rule no code has looked at %SIG: then there is nothing to note.
 */
static bool signals_known(pTHX)
{
    static SV *const none[MH_SCOPE_SIGNALS - 1];

    return memcmp(PL_psig_ptr + 1, none, sizeof(none)) != 0;
}

static void save_signals(pTHX_ mh_scope_t *scope)
{
    scope->signals_known = signals_known(aTHX);
    for (int i = 1; scope->signals_known && i < MH_SCOPE_SIGNALS; i++)
        scope->signals[i] = PL_psig_ptr[i] ? newSVsv(PL_psig_ptr[i]) : NULL;
    scope->signal_names = HvTOTALKEYS(sig_hash(aTHX));
    scope->die_hook = SvREFCNT_inc_simple(PL_diehook);
    scope->warn_hook = SvREFCNT_inc_simple(PL_warnhook);
}

static bool same_handler(pTHX_ SV *a, SV *b)
{
    if (!a || !b)
        return a == b;
    if (SvROK(a) || SvROK(b))
        return SvROK(a) && SvROK(b) && SvRV(a) == SvRV(b);
    return sv_eq(a, b);
}

/* Sets an element of %SIG, which the handler may have deleted. */
static void set_signal(pTHX_ const char *name, SV *value)
{
    SV **slot = hv_fetch(sig_hash(aTHX), name, strlen(name), TRUE);

    if (slot && value)
        sv_setsv_mg(*slot, value);
}

static void forget_signal(pTHX_ int i)
{
    SV *now = PL_psig_ptr[i];

    sigaction(i, &child_actions[i], NULL);
    PL_psig_ptr[i] = NULL;
    SvREFCNT_dec(now);
}

static void restore_hook(pTHX_ const char *name, SV *hook, SV *saved,
                         bool emptied)
{
    if (saved && (hook != saved || emptied))
        set_signal(aTHX_ name, saved);
    else if (hook != saved)
        (void)hv_delete(sig_hash(aTHX), name, strlen(name), G_DISCARD);
    SvREFCNT_dec(saved);
}

/* %SIG = () takes the names away and leaves the handlers as they are. */
static void restore_signals(pTHX_ mh_scope_t *scope)
{
    bool emptied = HvTOTALKEYS(sig_hash(aTHX)) < scope->signal_names;
    bool look = emptied || scope->signals_known || signals_known(aTHX);

    for (int i = 1; look && i < MH_SCOPE_SIGNALS; i++) {
        SV *saved = scope->signals_known ? scope->signals[i] : NULL;

        if (UNLIKELY(emptied) && PL_sig_name[i])
            set_signal(aTHX_ PL_sig_name[i], saved);
        if (!same_handler(aTHX_ saved, PL_psig_ptr[i])) {
            if (saved)
                set_signal(aTHX_ PL_sig_name[i], saved);
            else
                forget_signal(aTHX_ i);
        }
        SvREFCNT_dec(saved);
    }
    restore_hook(aTHX_ "__DIE__", PL_diehook, scope->die_hook, emptied);
    restore_hook(aTHX_ "__WARN__", PL_warnhook, scope->warn_hook, emptied);
}

/* @INC */

static bool same_value(SV *sv, SV *copy)
{
    if (!sv || SvROK(sv) || SvROK(copy))
        return !sv || (SvROK(sv) && SvROK(copy) && SvRV(sv) == SvRV(copy));
    return SvPOK(sv) && SvPOK(copy) && SvCUR(sv) == SvCUR(copy) &&
           memEQ(SvPVX(sv), SvPVX(copy), SvCUR(sv));
}

/*
 * A string and its copy share one buffer (copy-on-write) until either is
 * written to, so as a rule there is nothing to compare.
 */
static bool same_element(SV *sv, const element_t *noted)
{
    if (sv != noted->sv)
        return false;
    return (noted->text && SvFLAGS(sv) == noted->flags &&
            SvPVX(sv) == noted->text) ||
           same_value(sv, noted->copy);
}

static bool inc_unchanged(pTHX_ AV *now)
{
    if (!inc.copies || av_count(now) != (Size_t)inc.count ||
        SvMAGICAL((SV *)now))
        return false;
    for (SSize_t i = 0; i < inc.count; i++)
        if (!same_element(AvARRAY(now)[i], &inc.elements[i]))
            return false;
    return true;
}

static void note_element(element_t *element, SV *sv, SV *copy)
{
    bool shared = sv && SvPOK(sv) && SvPOK(copy) && SvPVX(sv) == SvPVX(copy);

    element->sv = sv;
    element->copy = copy;
    element->flags = sv ? SvFLAGS(sv) : 0;
    element->text = shared ? SvPVX(sv) : NULL;
}

static void note_inc(pTHX_ AV *now)
{
    inc.count = av_count(now);
    if (inc.count > inc.size) {
        inc.size = inc.count * 2;
        inc.elements = mh_grow(inc.elements,
                               (size_t)inc.size * sizeof(element_t));
    }
    for (SSize_t i = 0; i < inc.count; i++)
        note_element(&inc.elements[i], AvARRAY(now)[i], AvARRAY(inc.copies)[i]);
}

/* newSVsv() would not let the two share a buffer; this call does. */
static SV *copy_element(pTHX_ SV *sv)
{
    SV *copy = newSV(0);

    sv_setsv_mg(copy, sv);
    return copy;
}

static AV *copy_inc(pTHX_ AV *now)
{
    AV *copies = newAV();

    for (Size_t i = 0; i < av_count(now); i++) {
        SV **sv = av_fetch(now, i, FALSE);

        av_push(copies, sv ? copy_element(aTHX_ * sv) : newSV(0));
    }
    return copies;
}

/*
 * A subrequest finds @INC as the handler around it has made it, and leaves it
 * so.
 */
static void save_inc(pTHX_ mh_scope_t *scope)
{
    AV *now = GvAVn(PL_incgv);

    scope->inc = depth > 1 ? copy_inc(aTHX_ now) : NULL;
    if (scope->inc || inc_unchanged(aTHX_ now))
        return;
    SvREFCNT_dec((SV *)inc.copies);
    inc.copies = copy_inc(aTHX_ now);
    note_inc(aTHX_ now);
}

static void restore_inc(pTHX_ mh_scope_t *scope)
{
    AV *now = GvAVn(PL_incgv);
    AV *copies = scope->inc ? scope->inc : inc.copies;

    if (!scope->inc && inc_unchanged(aTHX_ now))
        return;
    av_clear(now);
    for (Size_t i = 0; i < av_count(copies); i++)
        av_push(now, copy_element(aTHX_ * av_fetch(copies, i, TRUE)));
    if (scope->inc)
        SvREFCNT_dec((SV *)scope->inc);
    else
        note_inc(aTHX_ now);
}

/* The process */

/*
 * Makes no system call unless something has changed. A change made outside of
 * any scope (PerlChildInitHandler) stays.
 */
static void save_process(mh_scope_t *scope)
{
    scope->changed = mh_watch_peek();
    if (!scope->changed)
        return;
    if (depth == 1) {
        if (child_directory >= 0)
            close(child_directory);
        child_directory = open(".", O_PATH | O_CLOEXEC);
        child_umask = umask(0);
        umask(child_umask);
        scope->changed = 0;
    } else {
        scope->directory = open(".", O_PATH | O_CLOEXEC);
        scope->umask = umask(0);
        umask(scope->umask);
    }
    mh_watch_reset();
}

static void go_back(int directory)
{
    if (fchdir(directory) != 0)
        mh_log_error(APLOG_MARK, APLOG_ERR, errno, ap_server_conf,
                     "MH2010: cannot go back to the working directory");
}

/*
 * Time::HiRes sets the timer of alarm() by functions that are not watched. But
 * code that is to survive its alarm has a handler for it.
 */
static bool alarm_pending(unsigned changed, const mh_scope_t *scope)
{
    dTHXa(mehari.perl);

    return (changed & MH_CHANGED_ALARM) ||
           (PL_psig_ptr[SIGALRM] &&
            !(scope->signals_known && scope->signals[SIGALRM]));
}

static void restore_process(mh_scope_t *scope)
{
    unsigned changed = mh_watch_peek();
    bool own = scope->changed != 0;

    if (alarm_pending(changed, scope))
        alarm(0);
    if (changed & MH_CHANGED_DIRECTORY)
        go_back(own ? scope->directory : child_directory);
    if (changed & MH_CHANGED_UMASK)
        umask(own ? scope->umask : child_umask);
    if (own)
        close(scope->directory);
    if (changed || own) {
        mh_watch_reset();
        mh_watch_note(scope->changed);
    }
}
