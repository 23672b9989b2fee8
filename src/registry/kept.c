/*
 * kept.c - see kept.h.
 */
#include "kept.h"

#include "../perl/special_list.h"
#include "begin_block.h"
#include "fresh/lexical.h"
#include "fresh/override.h"
#include "fresh/room.h"
#include "../own.h"

#define CLASS "Mehari::Registry::Kept"

/* What its compilation depended on, and has done. */
typedef struct kept_t {
    struct kept_t *next;
    mh_room_t *room;
    SV *package;
    AV *blocks;    /* BEGIN blocks to be called again */
    AV *warnings;  /* as they were said */
    AV *ends;      /* END blocks; NULL: none */
    STRLEN loaded; /* keys of %INC */
    mh_overrides_t overrides;
    STRLEN override_count;
    U8 dowarn;
} kept_t;

static void xs_generation(pTHX_ CV *cv);
static void xs_watch(pTHX_ CV *cv);
static void xs_unwatch(pTHX_ CV *cv);
static void xs_take(pTHX_ CV *cv);
static void xs_enter(pTHX_ CV *cv);
static void xs_restore(pTHX_ CV *cv);
static void xs_discard(pTHX_ CV *cv);
static void xs_warned(pTHX_ CV *cv);

static MH_OWN kept_t *all;

/* One compilation at a time is watched. */
static MH_OWN struct {
    bool active;
    mh_pointers_t known; /* code that was there before */
    AV *warnings;
    CV *hook;
    STRLEN loaded;
    STRLEN modules;
    bool signal; /* $SIG{__WARN__} is ours */
    bool lost;   /* somebody has taken the hook away: local $SIG{__WARN__} */
    bool odd;    /* something that cannot be said again */
} watch;

void mh_kept_boot(pTHX)
{
    newXS(CLASS "::generation", xs_generation, __FILE__);
    newXS(CLASS "::watch", xs_watch, __FILE__);
    newXS(CLASS "::unwatch", xs_unwatch, __FILE__);
    newXS(CLASS "::take", xs_take, __FILE__);
    newXS(CLASS "::enter_room", xs_enter, __FILE__);
    newXS(CLASS "::restore", xs_restore, __FILE__);
    newXS(CLASS "::discard", xs_discard, __FILE__);
    watch.hook = newXS(CLASS "::warned", xs_warned, __FILE__);
    watch.active = false;
    all = NULL;
}

static void free_kept(pTHX_ kept_t *kept)
{
    for (kept_t **at = &all; *at; at = &(*at)->next)
        if (*at == kept) {
            *at = kept->next;
            break;
        }
    mh_overrides_free(aTHX_ & kept->overrides);
    mh_room_free(aTHX_ kept->room);
    SvREFCNT_dec((SV *)kept->blocks);
    SvREFCNT_dec((SV *)kept->warnings);
    SvREFCNT_dec((SV *)kept->ends);
    SvREFCNT_dec(kept->package);
    Safefree(kept);
}

void mh_kept_end(pTHX)
{
    while (all)
        free_kept(aTHX_ all);
}

/* generation($class): another number when a method of it may be another sub. */
static void xs_generation(pTHX_ CV *cv)
{
    dXSARGS;
    HV *stash = items == 1 ? gv_stashsv(ST(0), 0) : NULL;

    ST(0) = sv_2mortal(
        newSVuv(stash ? PL_sub_generation + HvMROMETA(stash)->cache_gen : 0));
    XSRETURN(1);
}

/* Watching */

static STRLEN count_modules(pTHX)
{
    HV *inc = GvHVn(PL_incgv);
    STRLEN count = 0;
    HE *he;

    hv_iterinit(inc);
    while ((he = hv_iternext(inc))) {
        STRLEN length;
        const char *name = HePV(he, length);

        count += length > 3 && memEQ(name + length - 3, ".pm", 3);
    }
    return count;
}

static void forget_blocks(pTHX)
{
    SvREFCNT_dec((SV *)PL_beginav_save);
    SvREFCNT_dec((SV *)PL_unitcheckav_save);
    PL_beginav_save = PL_unitcheckav_save = NULL;
}

static bool may_watch(pTHX_ bool signal)
{
    return !watch.active && !PL_savebegin && !PL_perldb &&
           !PL_warnhook == !signal;
}

/*
 * watch($signal): $signal says that $SIG{__WARN__} is warned(). False: it
 * cannot be watched, somebody else does.
 */
static void xs_watch(pTHX_ CV *cv)
{
    dXSARGS;
    bool signal = items == 1 && SvTRUE(ST(0));
    bool free = may_watch(aTHX_ signal);

    if (free) {
        watch.active = true;
        watch.lost = watch.odd = false;
        watch.signal = signal;
        watch.warnings = newAV();
        watch.loaded = HvTOTALKEYS(GvHVn(PL_incgv));
        watch.modules = count_modules(aTHX);
        mh_codes_survey(aTHX_ & watch.known);
        PL_savebegin = TRUE;
        if (!signal)
            PL_warnhook = SvREFCNT_inc_simple_NN((SV *)watch.hook);
    }
    ST(0) = boolSV(free);
    XSRETURN(1);
}

/* Instead of perl's own words, which come all the same: here is no hook. */
static void xs_warned(pTHX_ CV *cv)
{
    dXSARGS;

    if (watch.active && items == 1 && !SvROK(ST(0)))
        av_push(watch.warnings, newSVsv(ST(0)));
    else
        watch.odd = true;
    if (items == 1)
        warn_sv(ST(0));
    XSRETURN_EMPTY;
}

/* The compilation is over; what was seen is there until unwatch(). */
static void stop(pTHX)
{
    if (!PL_savebegin)
        return;
    PL_savebegin = FALSE;
    if (watch.signal)
        return;
    watch.lost = PL_warnhook != (SV *)watch.hook;
    if (watch.lost)
        return;
    PL_warnhook = NULL;
    SvREFCNT_dec_NN((SV *)watch.hook);
}

static void xs_unwatch(pTHX_ CV *cv)
{
    dXSARGS;

    PERL_UNUSED_VAR(items);
    if (watch.active) {
        stop(aTHX);
        forget_blocks(aTHX);
        mh_pointers_clear(&watch.known);
        SvREFCNT_dec((SV *)watch.warnings);
        watch.warnings = NULL;
        watch.active = false;
    }
    XSRETURN_EMPTY;
}

/* Taking */

/* NULL: the blocks to be called again are in *repeat. */
static const char *judge_blocks(pTHX_ const HV *package, AV *repeat)
{
    AV *blocks = PL_beginav_save;

    if (PL_unitcheckav_save)
        return "it has a UNITCHECK block";
    for (SSize_t i = 0; blocks && i <= AvFILLp(blocks); i++) {
        SV *block = AvARRAY(blocks)[i];

        switch (mh_block_judge(aTHX_(CV *) block, package)) {
        case MH_BLOCK_UNKNOWN:
            return "a BEGIN block or an import may do anything";
        case MH_BLOCK_REPEAT:
            av_push(repeat, SvREFCNT_inc_simple_NN(block));
            break;
        default:
            break;
        }
    }
    return NULL;
}

static AV *copy_list(pTHX_ AV *list)
{
    AV *copy;

    if (!list || !av_count(list))
        return NULL;
    copy = newAV();
    for (Size_t i = 0; i < av_count(list); i++)
        av_push(copy, SvREFCNT_inc_simple_NN(AvARRAY(list)[i]));
    return copy;
}

static void note_surroundings(pTHX_ kept_t *kept)
{
    kept->loaded = watch.loaded;
    kept->dowarn = PL_dowarn;
    kept->override_count = HvTOTALKEYS(PL_globalstash);
    mh_overrides_take(aTHX_ & kept->overrides);
}

/* What others hold is held before the room counts who does. */
static kept_t *take(pTHX_ CV *body, HV *stash, const char **why)
{
    kept_t *kept;

    Newxz(kept, 1, kept_t);
    kept->blocks = newAV();
    kept->package = newSVhek(HvNAME_HEK(stash));
    mh_special_list_collect(aTHX);
    kept->ends = copy_list(aTHX_ mh_special_list_find(aTHX_ kept->package));
    *why = judge_blocks(aTHX_ stash, kept->blocks);
    forget_blocks(aTHX);
    if (!*why)
        kept->room = mh_room_take(aTHX_ body, stash, &watch.known,
                                  AvFILLp(kept->blocks) >= 0, why);
    if (!kept->room) {
        SvREFCNT_dec((SV *)kept->blocks);
        SvREFCNT_dec((SV *)kept->ends);
        SvREFCNT_dec(kept->package);
        Safefree(kept);
        return NULL;
    }
    kept->warnings = (AV *)SvREFCNT_inc((SV *)watch.warnings);
    note_surroundings(aTHX_ kept);
    kept->next = all;
    all = kept;
    return kept;
}

/*
 * take($cv, $package): an address, or why not. 0: with $SIG{__WARN__}, maybe.
 * The empty list: not this time, as it has loaded modules.
 */
static void xs_take(pTHX_ CV *cv)
{
    dXSARGS;
    HV *stash = items == 2 ? gv_stashsv(ST(1), 0) : NULL;
    const char *why = NULL;
    kept_t *kept;

    if (!watch.active || !stash || !SvROK(ST(0)))
        XSRETURN_EMPTY;
    stop(aTHX);
    if (watch.odd || count_modules(aTHX) != watch.modules)
        XSRETURN_EMPTY;
    kept = take(aTHX_(CV *) SvRV(ST(0)), stash, &why);
    if (kept && watch.lost)
        free_kept(aTHX_ kept);
    ST(0) = sv_2mortal(kept ? newSViv(watch.lost ? 0 : PTR2IV(kept))
                            : newSVpv(why, 0));
    XSRETURN(1);
}

/* Running */

static bool same_overrides(pTHX_ const kept_t *kept)
{
    if (HvTOTALKEYS(PL_globalstash) != kept->override_count)
        return false;
    for (size_t i = 0; i < kept->overrides.count; i++)
        if (GvCV(kept->overrides.list[i].gv) != kept->overrides.list[i].code)
            return false;
    return true;
}

/* Would it be compiled to the same? */
static bool same_surroundings(pTHX_ const kept_t *kept)
{
    return HvTOTALKEYS(GvHVn(PL_incgv)) == kept->loaded && !PL_perldb &&
           PL_dowarn == kept->dowarn && same_overrides(aTHX_ kept);
}

/* As perl calls them. False: one of them died. */
static bool repeat_blocks(pTHX_ AV *blocks)
{
    for (SSize_t i = 0; i <= AvFILLp(blocks); i++) {
        PUSHMARK(PL_stack_sp);
        call_sv(AvARRAY(blocks)[i], G_EVAL | G_DISCARD | G_VOID);
        if (SvTRUE(ERRSV))
            return false;
    }
    return true;
}

static void repeat_warnings(pTHX_ AV *warnings)
{
    for (SSize_t i = 0; i <= AvFILLp(warnings); i++)
        warn_sv(AvARRAY(warnings)[i]);
}

/* Files that the run before has required may have brought some. */
static void reset_ends(pTHX_ const kept_t *kept)
{
    AV *list = mh_special_list_find(aTHX_ kept->package);

    if (!list)
        return;
    mh_special_list_collect(aTHX);
    if (av_count(list))
        av_clear(list);
    for (Size_t i = 0; kept->ends && i < av_count(kept->ends); i++)
        av_push(list, SvREFCNT_inc_simple_NN(AvARRAY(kept->ends)[i]));
}

static kept_t *kept_of(pTHX_ SV *address)
{
    return INT2PTR(kept_t *, SvIV(address));
}

/*
 * enter_room($address): as if it had just been compiled. False: it must be, and
 * this one is of no use any more.
 */
static void xs_enter(pTHX_ CV *cv)
{
    dXSARGS;
    kept_t *kept = items == 1 ? kept_of(aTHX_ ST(0)) : NULL;
    bool ready = kept && same_surroundings(aTHX_ kept) &&
                 mh_room_show(aTHX_ kept->room);

    if (ready && AvFILLp(kept->blocks) >= 0)
        ready = repeat_blocks(aTHX_ kept->blocks) &&
                mh_room_unchanged(kept->room);
    if (ready) {
        repeat_warnings(aTHX_ kept->warnings);
        reset_ends(aTHX_ kept);
        CLEAR_ERRSV();
    }
    ST(0) = boolSV(ready);
    XSRETURN(1);
}

/* restore($address): after a run. False: emptying the package is right. */
static void xs_restore(pTHX_ CV *cv)
{
    dXSARGS;
    kept_t *kept = items == 1 ? kept_of(aTHX_ ST(0)) : NULL;
    bool whole = kept && mh_room_restore(aTHX_ kept->room);

    if (whole)
        mh_room_hide(aTHX_ kept->room);
    ST(0) = boolSV(whole);
    XSRETURN(1);
}

static void xs_discard(pTHX_ CV *cv)
{
    dXSARGS;

    if (items == 1)
        free_kept(aTHX_ kept_of(aTHX_ ST(0)));
    XSRETURN_EMPTY;
}
