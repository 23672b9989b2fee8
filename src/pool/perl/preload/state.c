/*
 * state.c - state that a module loaded ahead must leave unchanged, because it
 * cannot be hidden.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include <stdlib.h>

#include "shared/perl/destructor.h"
#include "shared/perl/heads.h"

/* Variables that every piece of Perl code shares. */
static const char *const specials[] = { "/", "\\", ",", ";", "\"",   "^",   "~",
                                        "=", "-",  "%", ":", "\001", "\014" };

/* Hooks that code written in C can set. */
#define HOOKS 10

struct mh_state_t {
    SV *specials[C_ARRAY_LENGTH(specials)];
    char *search;
    UV signals;
    UV hooks[HOOKS];
    Perl_check_t check[MAXO];
    Perl_ppaddr_t run[MAXO];
    SSize_t blocks; /* INIT and CHECK blocks that wait */
    U8 warn;
    U32 debug;
    bool random;
    GV *output;
    UV overrides;
    UV objects; /* objects with a destructor */
};

static SV *value_of(pTHX_ const char *name)
{
    GV *gv = gv_fetchpv(name, GV_ADD, SVt_PV);
    SV *copy = newSV(0);

    /* A leftover of the previous name would make perl find $^ to be
     * STDOUT_TOP_TOP. */
    TAINT_NOT;
    sv_setsv(copy, GvSVn(gv));
    return copy;
}

static void take_hooks(pTHX_ UV hooks[HOOKS])
{
    UV list[HOOKS] = { (UV)PL_keyword_plugin, (UV)PL_peepp,
                       (UV)PL_rpeepp,         (UV)PL_threadhook,
                       (UV)PL_destroyhook,    (UV)PL_sharehook,
                       (UV)PL_runops,         (UV)PL_signalhook,
                       PTR2UV(PL_warnhook),   PTR2UV(PL_diehook) };

    memcpy(hooks, list, sizeof(list));
}

static SSize_t waiting(AV *blocks)
{
    return blocks ? AvFILLp(blocks) + 1 : 0;
}

static UV sum_of_signals(pTHX)
{
    HV *hash = get_hv("SIG", 0); /* perl fills %SIG when code first names it */
    UV sum = 0;
    HE *entry;

    if (!hash)
        return 0;
    hv_iterinit(hash);
    while ((entry = hv_iternext(hash))) {
        SV *value = HeVAL(entry);

        if (SvROK(value))
            sum += PTR2UV(SvRV(value)) ^ HeHASH(entry);
        else if (SvPOK(value))
            sum += (UV)SvPVX(value)[0] * 31 + SvCUR(value) + HeHASH(entry);
    }
    return sum;
}

static bool has_destructor(pTHX_ const SV *sv)
{
    return SvOBJECT(sv) && SvTYPE(sv) != SVt_REGEXP && SvTYPE(sv) != SVt_PVIO &&
           mh_destructor(aTHX_ SvSTASH(sv));
}

/* Perl destroys such objects when it ends, whether their module is shown or
 * not. */
static bool count_object(pTHX_ SV *sv, void *data)
{
    *(UV *)data += has_destructor(aTHX_ sv);
    return false;
}

mh_state_t *mh_state_take(pTHX)
{
    mh_state_t *state = calloc(1, sizeof(mh_state_t));

    if (!state)
        abort();
    for (size_t i = 0; i < C_ARRAY_LENGTH(specials); i++)
        state->specials[i] = value_of(aTHX_ specials[i]);
    state->search = mh_module_search(aTHX);
    state->signals = sum_of_signals(aTHX);
    take_hooks(aTHX_ state->hooks);
    memcpy(state->check, PL_check, sizeof(state->check));
    memcpy(state->run, PL_ppaddr, sizeof(state->run));
    state->blocks = waiting(PL_initav) + waiting(PL_checkav);
    /* `use warnings` sets the other bit: see show_one(). */
    state->warn = PL_dowarn & (U8)~G_WARN_ONCE;
    state->debug = PL_perldb;
    state->random = PL_srand_called;
    state->output = PL_defoutgv;
    state->overrides = mh_overrides(aTHX);
    mh_heads_visit(aTHX_ count_object, &state->objects);
    return state;
}

void mh_state_free(pTHX_ mh_state_t *state)
{
    for (size_t i = 0; i < C_ARRAY_LENGTH(specials); i++)
        SvREFCNT_dec(state->specials[i]);
    free(state->search);
    free(state);
}

static bool same_search(const char *one, const char *other)
{
    return one && other ? strEQ(one, other) : one == other;
}

/* Under -w, perl itself would warn of undefined values. */
static bool same_value(pTHX_ SV *one, SV *other)
{
    return SvOK(one) && SvOK(other) ? sv_eq(one, other)
                                    : SvOK(one) == SvOK(other);
}

const char *mh_state_compare(pTHX_ const mh_state_t *old)
{
    mh_state_t *now = mh_state_take(aTHX);
    const char *what = NULL;

    for (size_t i = 0; i < C_ARRAY_LENGTH(specials); i++)
        if (!same_value(aTHX_ old->specials[i], now->specials[i]))
            what = "changes a special variable";
    if (memcmp(old->check, now->check, sizeof(old->check)) != 0 ||
        memcmp(old->run, now->run, sizeof(old->run)) != 0 ||
        memcmp(old->hooks, now->hooks, sizeof(old->hooks)) != 0)
        what = "changes how Perl works";
    else if (!same_search(old->search, now->search))
        what = "changes @INC";
    else if (old->signals != now->signals)
        what = "changes %SIG";
    else if (old->blocks != now->blocks)
        what = "has a CHECK or INIT block";
    else if (old->warn != now->warn || old->debug != now->debug)
        what = "changes $^W or $^P";
    else if (old->random != now->random)
        what = "calls srand";
    else if (old->output != now->output)
        what = "selects a file handle";
    else if (old->overrides != now->overrides)
        what = "replaces a function of Perl";
    else if (old->objects != now->objects)
        what = "leaves an object that has a destructor";
    mh_state_free(aTHX_ now);
    return what;
}

/* --- the state at a script's `require` --- */

static bool is_text(SV *sv, const char *text)
{
    return sv && SvPOK(sv) && !SvMAGICAL(sv) && strEQ(SvPVX(sv), text);
}

/* Perl makes the variable, with this text, when code first mentions it. */
static bool is_plain(pTHX_ const char *name, const char *text)
{
    const GV *gv = gv_fetchpv(name, GV_NOTQUAL, SVt_PV);

    return !gv || is_text(GvSV(gv), text);
}

/* The handle has the class that perl gives it: FileHandle changes another. */
static bool has_perls_class(pTHX_ const char *name)
{
    GV *gv = gv_fetchpv(name, 0, SVt_PVIO);
    const IO *io = gv ? GvIO(gv) : NULL;

    return io && SvOBJECT(io) && SvSTASH(io) == gv_stashpvs("IO::File", 0);
}

/* Functions that perl itself looks for in each class while a module is loaded.
 */
static const char *const asked[] = {
    "import", "unimport", "VERSION", "isa", "can", "DOES", "DESTROY", "AUTOLOAD"
};

static bool is_asked(const HEK *key)
{
    for (size_t i = 0; i < C_ARRAY_LENGTH(asked); i++)
        if (strEQ(HEK_KEY(key), asked[i]))
            return true;
    return false;
}

/* All classes have the parents of UNIVERSAL, and its functions; perl's own are
 * written in C. */
static bool is_of_all(const HE *entry)
{
    SV *symbol = HeVAL(entry);
    const CV *code;

    if (!isGV_with_GP(symbol))
        return is_asked(HeKEY_hek(entry));
    if (GvAV((GV *)symbol) && strEQ(HeKEY(entry), "ISA"))
        return AvFILLp(GvAV((GV *)symbol)) >= 0;
    code = GvCVu((GV *)symbol);
    return code && !CvISXSUB(code) && is_asked(HeKEY_hek(entry));
}

static bool has_perls_universal(pTHX)
{
    HV *stash = gv_stashpvs("UNIVERSAL", 0);
    HE **array = stash ? HvARRAY(stash) : NULL;

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (is_of_all(entry))
                return false;
    return true;
}

/* True if IO::File, the class of handles, has the parents that perl sets. */
static bool has_perls_parents(pTHX)
{
    static const char *const parents[] = { "IO::Handle", "IO::Seekable",
                                           "Exporter" };
    AV *array = get_av("IO::File::ISA", 0);

    if (!array || AvFILLp(array) + 1 != C_ARRAY_LENGTH(parents))
        return false;
    for (size_t i = 0; i < C_ARRAY_LENGTH(parents); i++) {
        SV *parent = AvARRAY(array)[i];

        if (!parent || !SvPOK(parent) || strNE(SvPVX(parent), parents[i]))
            return false;
    }
    return true;
}

/* Each load destroys the handle of its file. */
bool mh_state_has_quiet_handles(pTHX)
{
    return !mh_destructor(aTHX_ gv_stashpvs("IO::File", GV_ADD));
}

/* True for a value of $\ or $, that adds nothing to what is printed. */
static bool prints_nothing(const SV *sv)
{
    return !sv || !SvOK(sv) || (SvPOK(sv) && !SvMAGICAL(sv) && !SvCUR(sv));
}

bool mh_state_is_plain(pTHX)
{
    return has_perls_parents(aTHX) && mh_state_has_quiet_handles(aTHX) &&
           has_perls_universal(aTHX) && has_perls_class(aTHX_ "STDIN") &&
           has_perls_class(aTHX_ "STDOUT") && has_perls_class(aTHX_ "STDERR") &&
           prints_nothing(PL_ors_sv) && !PL_perldb && SvPOK(PL_rs) &&
           strEQ(SvPVX(PL_rs), "\n") &&
           prints_nothing(PL_ofsgv ? GvSV(PL_ofsgv) : NULL) &&
           is_plain(aTHX_ "\"", " ") && is_plain(aTHX_ ";", "\034");
}

/* --- the symbol table --- */

/* Packages whose content every other package sees. */
static bool is_shared(pTHX_ const HV *stash)
{
    return stash == PL_defstash || stash == gv_stashpvs("UNIVERSAL", 0) ||
           stash == gv_stashpvs("CORE::GLOBAL", 0);
}

static const char *say(const char *what, const mh_slots_t *slots)
{
    static char text[256];

    snprintf(text, sizeof(text), "%s %s::%s", what, HvNAME_get(slots->stash),
             HEK_KEY(slots->key));
    return text;
}

/* True if content can come and go in that package: a module's, or a blank
 * one. */
static bool may_fill(const mh_survey_t *before, const mh_slots_t *now)
{
    return mh_symbols_have(now->stash) ||
           mh_survey_is_blank(before, now->stash);
}

/* NULL: nothing, or a symbol of a new package. */
static const char *what_differs(pTHX_ const mh_survey_t *before,
                                const mh_slots_t *now)
{
    const mh_slots_t *old = mh_survey_find(before, now->stash, now->key);

    if (!old && !mh_survey_has_stash(before, now->stash))
        return NULL;
    if (old && old->content && old->meaning != now->meaning)
        return say("replaces", now);
    if (old && old->content &&
        (old->sum != now->sum || old->io != now->io ||
         old->handle != now->handle) &&
        strNE(HEK_KEY(now->key), "AUTOLOAD"))
        return say("changes", now);
    if (old && old->content && old->captured != now->captured)
        return say("changes a variable of", now);
    if (now->content && !(old && old->content) &&
        (is_shared(aTHX_ now->stash) || !may_fill(before, now)))
        return say("leaves", now);
    return NULL;
}

static const char *compare_symbol(pTHX_ const mh_survey_t *before,
                                  const mh_slots_t *now)
{
    const char *what = what_differs(aTHX_ before, now);

    return what && !mh_glob_slots_bookkeeping(now) &&
                   !mh_glob_slots_special(aTHX_ now)
               ? what
               : NULL;
}

static const char *find_removed(const mh_survey_t *before,
                                const mh_survey_t *after)
{
    const mh_slots_t *old = mh_survey_removed(before, after);

    if (!old)
        return NULL;
    return old->key ? say("removes", old) : "removes a package";
}

const char *mh_state_symbols(pTHX_ const mh_survey_t *before,
                             const mh_survey_t *after)
{
    const char *what = find_removed(before, after);

    for (size_t i = 0; i < after->count && !what; i++) {
        const mh_slots_t *now = &after->list[i];

        if (now->key)
            what = compare_symbol(aTHX_ before, now);
    }
    return what;
}
