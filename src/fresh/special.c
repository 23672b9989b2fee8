/*
 * special.c - see special.h.
 */
#include "fresh/special.h"

#include <signal.h>

#include "fresh/package.h"
#include "fresh/touch.h"

static const char *const variables[MH_SPECIAL_VARIABLES] = { "/", "\\", ",",
                                                             ":", "\014" };

/* With a format each, which has the name of the handle. */
static const char *const streams[MH_SPECIAL_STREAMS] = { "STDIN", "STDOUT",
                                                         "STDERR" };

static GV *variable(pTHX_ const char *name)
{
    return gv_fetchpvn_flags(name, strlen(name), GV_ADD | GV_NOTQUAL, SVt_PV);
}

/* Without its magic, which would rename the process. */
static void set_name(pTHX_ GV *gv, const char *name)
{
    SV *sv = GvSVn(gv);

    if (!SvPOK(sv) || strNE(SvPVX(sv), name)) {
        TAINT;
        sv_setpv(sv, name);
        TAINT_NOT;
    }
}

static void clear_error(pTHX)
{
    SV *error = ERRSV;

    if (!SvPOK(error) || SvCUR(error) || SvROK(error) || SvREADONLY(error))
        CLEAR_ERRSV();
}

void mh_special_begin(pTHX_ const char *path)
{
    mh_touch_begin();
    set_name(aTHX_ variable(aTHX_ "0"), path);
    clear_error(aTHX);
    PL_basetime = time(NULL);
    PL_last_in_gv = NULL;
}

/* Noting */

static SV *copy(pTHX_ SV *sv)
{
    return sv ? newSVsv(sv) : NULL;
}

/* Reading a value is what fills PL_psig_ptr: it must not look like a change. */
static void read_signal(pTHX_ HV *signals, const char *name)
{
    SV **slot = hv_fetch(signals, name, strlen(name), FALSE);

    if (slot)
        mg_get(*slot);
}

static void take_signals(pTHX_ mh_special_t *special)
{
    HV *signals;

    special->signals_gv = gv_fetchpvs("SIG", GV_ADD, SVt_PVHV);
    signals = GvHVn(special->signals_gv);
    special->signal_count = HvTOTALKEYS(signals);
    Newxz(special->signals, SIG_SIZE, SV *);
    for (int i = 1; PL_psig_ptr && i < SIG_SIZE && PL_sig_name[i]; i++) {
        read_signal(aTHX_ signals, PL_sig_name[i]);
        if (PL_psig_ptr[i] && SvOK(PL_psig_ptr[i]))
            special->signals[i] = newSVsv(PL_psig_ptr[i]);
    }
    /* They are what stands in %SIG, and are written there. */
    special->die_hook = copy(aTHX_ PL_diehook);
    special->warn_hook = copy(aTHX_ PL_warnhook);
}

void mh_special_take(pTHX_ mh_special_t *special)
{
    special->name_gv = variable(aTHX_ "0");
    special->name = savepv(SvPV_nolen(GvSVn(special->name_gv)));
    for (int i = 0; i < MH_SPECIAL_VARIABLES; i++) {
        special->globs[i] = variable(aTHX_ variables[i]);
        special->variables[i] = copy(aTHX_ GvSVn(special->globs[i]));
    }
    for (int i = 0; i < MH_SPECIAL_STREAMS; i++) {
        special->streams_gv[i] = gv_fetchpv(streams[i], GV_ADD, SVt_PVIO);
        special->forms[i] = (CV *)SvREFCNT_inc(
            (SV *)GvFORM(special->streams_gv[i]));
    }
    take_signals(aTHX_ special);
    special->required = newHVhv(GvHVn(PL_incgv));
    mh_values_add(aTHX_ & special->search, (SV *)GvAVn(PL_incgv));
    special->in_place = PL_inplace ? savepv(PL_inplace) : NULL;
    special->system_fd = PL_maxsysfd;
    special->accumulator = copy(aTHX_ PL_bodytarget);
}

/* A run begins */

/* `$.` says what it said last when there is no handle. */
static void forget_line(pTHX)
{
    GV *gv = gv_fetchpvs(".", GV_NOTQUAL, SVt_PV);

    PL_last_in_gv = NULL;
    if (gv && GvSV(gv) && SvOK(GvSV(gv)))
        SvOK_off(GvSV(gv));
}

/* The file that stat() and -e looked at last, for `_`. */
static void forget_stat(pTHX)
{
    PL_statgv = NULL;
    PL_laststatval = -1;
    PL_laststype = OP_STAT;
    if (PL_statname)
        SvPVCLEAR(PL_statname);
}

void mh_special_start(pTHX_ mh_special_t *special)
{
    set_name(aTHX_ special->name_gv, special->name);
    mh_streams_take(aTHX_ & special->streams);
    clear_error(aTHX);
    PL_basetime = time(NULL);
    PL_srand_called = FALSE;
    forget_line(aTHX);
    forget_stat(aTHX);
    SETERRNO(0, SS_NORMAL);
    mh_touch_begin();
}

/* It has ended */

static bool same_text(const SV *a, const SV *b)
{
    if (!SvOK(a) || !SvOK(b))
        return !SvOK(a) && !SvOK(b);
    return SvPOK(a) && SvPOK(b) && SvCUR(a) == SvCUR(b) &&
           memEQ(SvPVX(a), SvPVX(b), SvCUR(a));
}

static void restore_variables(pTHX_ const mh_special_t *special)
{
    for (int i = 0; i < MH_SPECIAL_VARIABLES; i++) {
        SV *sv = GvSVn(special->globs[i]);

        if (!same_text(sv, special->variables[i]))
            sv_setsv_mg(sv, special->variables[i]);
    }
    PL_maxsysfd = special->system_fd;
    if (SvOK(PL_bodytarget))
        sv_setsv(PL_bodytarget, special->accumulator);
    /* A format that has died has left its own. */
    PL_formtarget = PL_bodytarget;
    FmLINES(PL_bodytarget) = 0;
    if (PL_inplace != special->in_place &&
        (!PL_inplace || !special->in_place ||
         strNE(PL_inplace, special->in_place))) {
        Safefree(PL_inplace);
        PL_inplace = special->in_place ? savepv(special->in_place) : NULL;
    }
}

/* There is no value, it is undefined, or nobody has asked: all the same. */
static bool same_handler(pTHX_ SV *a, SV *b)
{
    bool none_of_a = !a || !SvOK(a);
    bool none_of_b = !b || !SvOK(b);

    if (none_of_a || none_of_b)
        return none_of_a == none_of_b;
    if (SvROK(a) || SvROK(b))
        return SvROK(a) && SvROK(b) && SvRV(a) == SvRV(b);
    return sv_eq_flags(a, b, 0);
}

static void set_signal(pTHX_ const char *name, SV *value)
{
    HV *signals = get_hv("SIG", GV_ADD);
    SV **slot;

    if (!value) {
        (void)hv_delete(signals, name, strlen(name), G_DISCARD);
        if (*name != '_')
            (void)hv_fetch(signals, name, strlen(name), TRUE);
        return;
    }
    slot = hv_fetch(signals, name, strlen(name), TRUE);
    if (slot)
        sv_setsv_mg(*slot, value);
}

/* `%SIG = ()` takes the names away as well. */
static void restore_names(pTHX_ const mh_special_t *special)
{
    HV *signals = GvHVn(special->signals_gv);

    if (HvTOTALKEYS(signals) >= special->signal_count)
        return;
    for (int i = 1; i < SIG_SIZE && PL_sig_name[i]; i++)
        (void)hv_fetch(signals, PL_sig_name[i], strlen(PL_sig_name[i]), TRUE);
}

static void restore_signals(pTHX_ const mh_special_t *special)
{
    SV **now = PL_psig_ptr;
    SV **noted = special->signals;

    restore_names(aTHX_ special);
    for (int i = 1; now && i < SIG_SIZE; i++) {
        if (LIKELY(!noted[i] && (!now[i] || !SvOK(now[i]))))
            continue;
        if (UNLIKELY(!same_handler(aTHX_ now[i], noted[i])))
            set_signal(aTHX_ PL_sig_name[i], noted[i]);
    }
    if (!same_handler(aTHX_ PL_diehook, special->die_hook))
        set_signal(aTHX_ "__DIE__", special->die_hook);
    if (!same_handler(aTHX_ PL_warnhook, special->warn_hook))
        set_signal(aTHX_ "__WARN__", special->warn_hook);
}

/* Modules stay loaded; what else was required, or failed, is forgotten. */
static void forget_required(pTHX_ const mh_special_t *special)
{
    HV *required = GvHVn(PL_incgv);
    HE *he;

    hv_iterinit(required);
    while ((he = hv_iternext(required))) {
        SV *key = HeSVKEY_force(he);

        if (hv_exists_ent(special->required, key, 0))
            continue;
        if (SvOK(HeVAL(he)) && mh_package_file_is_module(SvPV_nolen(key)))
            (void)hv_store_ent(special->required, key, newSVsv(HeVAL(he)), 0);
        else
            (void)hv_delete_ent(required, key, G_DISCARD, 0);
    }
}

static void recall_required(pTHX_ const mh_special_t *special)
{
    HV *required = GvHVn(PL_incgv);
    HE *he;

    hv_iterinit(special->required);
    while ((he = hv_iternext(special->required)))
        if (!hv_exists_ent(required, HeSVKEY_force(he), 0))
            (void)hv_store_ent(required, HeSVKEY_force(he), newSVsv(HeVAL(he)),
                               0);
}

static void restore_forms(pTHX_ const mh_special_t *special)
{
    for (int i = 0; i < MH_SPECIAL_STREAMS; i++) {
        GV *gv = special->streams_gv[i];
        CV *now = GvFORM(gv);

        if (now == special->forms[i])
            continue;
        GvGP(gv)->gp_form = (CV *)SvREFCNT_inc((SV *)special->forms[i]);
        SvREFCNT_dec((SV *)now);
    }
}

static void restore_required(pTHX_ const mh_special_t *special)
{
    SSize_t floor = PL_tmps_floor;

    /* Keys are temporaries, and no statement of Perl is under way. */
    PL_tmps_floor = PL_tmps_ix;
    forget_required(aTHX_ special);
    recall_required(aTHX_ special);
    FREETMPS;
    PL_tmps_floor = floor;
}

void mh_special_put(pTHX_ mh_special_t *special)
{
    restore_variables(aTHX_ special);
    restore_forms(aTHX_ special);
    restore_signals(aTHX_ special);
    restore_required(aTHX_ special);
    mh_values_restore(aTHX_ & special->search);
}

void mh_special_restore(pTHX_ mh_special_t *special)
{
    mh_streams_finish(aTHX_ & special->streams);
    mh_touch_undo(aTHX);
    mh_streams_restore(aTHX_ & special->streams);
    restore_variables(aTHX_ special);
    restore_forms(aTHX_ special);
    restore_signals(aTHX_ special);
    if (HvUSEDKEYS(GvHVn(PL_incgv)) != HvUSEDKEYS(special->required))
        restore_required(aTHX_ special);
    mh_values_restore(aTHX_ & special->search);
    clear_error(aTHX);
}

void mh_special_free(pTHX_ mh_special_t *special)
{
    for (int i = 0; i < MH_SPECIAL_VARIABLES; i++)
        SvREFCNT_dec(special->variables[i]);
    for (int i = 1; special->signals && i < SIG_SIZE; i++)
        SvREFCNT_dec(special->signals[i]);
    Safefree(special->signals);
    SvREFCNT_dec(special->die_hook);
    SvREFCNT_dec(special->warn_hook);
    SvREFCNT_dec((SV *)special->required);
    mh_values_free(aTHX_ & special->search);
    SvREFCNT_dec(special->accumulator);
    for (int i = 0; i < MH_SPECIAL_STREAMS; i++)
        SvREFCNT_dec((SV *)special->forms[i]);
    Safefree(special->in_place);
    Safefree(special->name);
}
