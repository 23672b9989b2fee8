/*
 * globs.c - the names that a kept file's code has: see kept.h.
 *
 * Compiled code has the globs themselves. If a name has got another glob
 * meanwhile, the code would use the wrong one. The places of globs that come
 * with the file are noted, so that they can get another glob.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"
#include "pool/perl/preload/piece.h"

#include "shared/memory.h"

/* Objects of a walk over code. */
typedef struct walk_t {
    mh_kept_t *kept;
    const mh_survey_t *before;
    mh_kept_entry_t **table; /* entries of the names, by their symbols */
    size_t slots;            /* a power of two */
    mh_kept_globs_t *block;  /* of the BEGIN block that is walked; NULL: none */
    mh_kept_globs_t *early;  /* of the function that is walked, for a block that
                              * comes after it; NULL: none */
} walk_t;

/* --- entries that are new --- */

static mh_kept_entry_t **place_of(const walk_t *walk, const SV *symbol)
{
    UV sum = PTR2UV(symbol) * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(sum >> 20) & (walk->slots - 1);

    while (walk->table[at] && HeVAL(walk->table[at]->entry) != symbol)
        at = (at + 1) & (walk->slots - 1);
    return &walk->table[at];
}

static size_t count_entries(const mh_kept_t *kept)
{
    size_t count = 0;

    for (size_t i = 0; i < kept->stage_count; i++)
        count += kept->stages[i].names.entry_count;
    return count;
}

static void make_table(walk_t *walk)
{
    size_t count = count_entries(walk->kept);

    walk->slots = 64;
    while (walk->slots < 2 * count)
        walk->slots *= 2;
    walk->table = mh_grow(NULL, walk->slots * sizeof(mh_kept_entry_t *));
    memset(walk->table, 0, walk->slots * sizeof(mh_kept_entry_t *));
    for (size_t i = 0; i < walk->kept->stage_count; i++) {
        mh_kept_names_t *names = &walk->kept->stages[i].names;

        for (size_t j = 0; j < names->entry_count; j++)
            *place_of(walk,
                      HeVAL(names->entries[j].entry)) = &names->entries[j];
    }
}

static void add_use(const walk_t *walk, mh_kept_entry_t *entry, SV **use)
{
    entry->of_blocks = walk->block && (entry->of_blocks || !entry->use_count);
    entry->uses = mh_grow(entry->uses, (entry->use_count + 1) * sizeof(SV **));
    entry->uses[entry->use_count++] = use;
}

/* --- one place --- */

static void add_glob(pTHX_ mh_kept_globs_t *globs, GV *gv,
                     const mh_slots_t *slots)
{
    mh_stashes_add(aTHX_ & globs->stashes, slots->stash);
    globs->list = mh_grow(globs->list,
                          (globs->count + 1) * sizeof(mh_kept_glob_t));
    globs->list[globs->count++] = (mh_kept_glob_t){
        .stash = slots->stash,
        .gv = gv,
        .again = !PL_main_root && !slots->again && GvMULTI(gv),
    };
}

static void look_at(pTHX_ walk_t *walk, SV **use)
{
    mh_kept_entry_t *entry = *place_of(walk, *use);
    HV *stash = isGV_with_GP(*use) ? GvSTASH((GV *)*use) : NULL;
    const mh_slots_t *slots;

    if (entry && !walk->early)
        add_use(walk, entry, use);
    if (entry || !stash)
        return;
    slots = mh_survey_find(walk->before, stash, GvNAME_HEK((GV *)*use));
    if (!slots || slots->symbol != *use)
        return;
    if (walk->early) {
        add_glob(aTHX_ walk->early, (GV *)*use, slots);
        return;
    }
    add_glob(aTHX_ & walk->kept->globs, (GV *)*use, slots);
    if (walk->block)
        add_glob(aTHX_ walk->block, (GV *)*use, slots);
}

#ifdef USE_ITHREADS

/* The operators of a perl with threads have them in their function's pad. */
static void walk_own(pTHX_ walk_t *walk, const CV *code)
{
    AV *pad = PadlistARRAY(CvPADLIST(code))[1];

    for (SSize_t i = 1; i <= AvFILLp(pad); i++)
        if (AvARRAY(pad)[i])
            look_at(aTHX_ walk, &AvARRAY(pad)[i]);
}

#else

/* See perl's op.h: an index may be a variable, and a variable is an operand. */
static void walk_parts(pTHX_ walk_t *walk, UNOP_AUX_item *item)
{
    for (UV actions = item->uv;; actions >>= MDEREF_SHIFT) {
        switch (actions & MDEREF_ACTION_MASK) {
        case MDEREF_reload:
            actions = (++item)->uv << MDEREF_SHIFT;
            continue;
        case MDEREF_AV_gvav_aelem:
        case MDEREF_HV_gvhv_helem:
        case MDEREF_AV_gvsv_vivify_rv2av_aelem:
        case MDEREF_HV_gvsv_vivify_rv2hv_helem:
            look_at(aTHX_ walk, &(++item)->sv);
            break;
        case MDEREF_AV_padav_aelem:
        case MDEREF_HV_padhv_helem:
        case MDEREF_AV_padsv_vivify_rv2av_aelem:
        case MDEREF_HV_padsv_vivify_rv2hv_helem:
            ++item;
            break;
        default:
            break;
        }
        if (actions & MDEREF_INDEX_MASK)
            ++item;
        if ((actions & MDEREF_INDEX_MASK) == MDEREF_INDEX_gvsv)
            look_at(aTHX_ walk, &item->sv);
        if (actions & MDEREF_FLAG_last)
            return;
    }
}

/* The array of `@array = split ...`, if it is a variable of a package. */
static SV **array_of_split(OP *op)
{
    if (!(op->op_private & OPpSPLIT_ASSIGN) || op->op_private & OPpSPLIT_LEX ||
        op->op_flags & OPf_STACKED)
        return NULL;
    return (SV **)&cPMOPx(op)->op_pmreplrootu.op_pmtargetgv;
}

static void walk_operator(pTHX_ walk_t *walk, OP *op)
{
    SV **array;

    switch (op->op_type) {
    case OP_GV:
    case OP_GVSV:
    case OP_AELEMFAST:
    case OP_RCATLINE:
        look_at(aTHX_ walk, &cSVOPx(op)->op_sv);
        break;
    case OP_MULTIDEREF:
        walk_parts(aTHX_ walk, cUNOP_AUXx(op)->op_aux);
        break;
    case OP_SPLIT:
        array = array_of_split(op);
        if (array)
            look_at(aTHX_ walk, array);
        break;
    default:
        break;
    }
}

static void walk_operators(pTHX_ walk_t *walk, OP *op)
{
    for (; op; op = OpSIBLING(op)) {
        walk_operator(aTHX_ walk, op);
        if (op->op_flags & OPf_KIDS)
            walk_operators(aTHX_ walk, cUNOPx(op)->op_first);
    }
}

/* The function of a file does not have its operators. */
static void walk_own(pTHX_ walk_t *walk, const CV *code)
{
    const mh_kept_t *kept = walk->kept;

    walk_operators(aTHX_ walk, code == kept->code ? kept->root : CvROOT(code));
}

#endif

/* --- all code of a function --- */

static void walk_code(pTHX_ walk_t *walk, const CV *code);

/* Functions without a name are in the pad of the one around them. */
static void walk_inner(pTHX_ walk_t *walk, const CV *code)
{
    PADLIST *list = CvPADLIST(code);
    PADNAMELIST *names = PadlistNAMES(list);
    AV *pad = PadlistARRAY(list)[1];

    for (SSize_t i = 1; i <= AvFILLp(pad); i++) {
        const PADNAME *name = i <= PadnamelistMAX(names)
                                  ? PadnamelistARRAY(names)[i]
                                  : NULL;
        SV *sv = AvARRAY(pad)[i];

        if (sv && SvTYPE(sv) == SVt_PVCV && !(name && PadnameOUTER(name)))
            walk_code(aTHX_ walk, (CV *)sv);
    }
}

static void walk_code(pTHX_ walk_t *walk, const CV *code)
{
    if (CvISXSUB(code) || !CvPADLIST(code))
        return;
    if (CvROOT(code) || CvEVAL(code) || CvCLONE(code))
        walk_own(aTHX_ walk, code);
    walk_inner(aTHX_ walk, code);
}

/* A function that is defined in the file. Other functions are imported. */
static bool is_own(const CV *code, const mh_kept_t *kept)
{
    while (code && code != kept->code)
        code = CvOUTSIDE(code);
    return code != NULL;
}

static void walk_begin(pTHX_ walk_t *walk, mh_kept_stage_t *stage)
{
    walk->block = &stage->globs;
    walk_code(aTHX_ walk, stage->begin.code);
    walk->block = NULL;
}

/* Functions that a block, and what follows it, may call. */
static void walk_early(pTHX_ walk_t *walk, mh_kept_stage_t *stage)
{
    walk->early = &stage->globs;
    for (size_t i = 0; i < stage->names.code_count; i++) {
        const CV *code = stage->names.code[i].function;

        if (code && is_own(code, walk->kept))
            walk_code(aTHX_ walk, code);
    }
    walk->early = NULL;
}

/* Blocks that have no name. */
static void walk_blocks(pTHX_ walk_t *walk, mh_kept_stage_t *stage)
{
    for (size_t i = 0; i < stage->names.end_count; i++)
        walk_code(aTHX_ walk, stage->names.ends[i]);
    if (stage->begin.code) {
        walk_begin(aTHX_ walk, stage);
        walk_early(aTHX_ walk, stage);
    }
}

void mh_globs_collect(pTHX_ mh_kept_t *kept, const mh_survey_t *before,
                      const mh_survey_t *after)
{
    walk_t walk = { .kept = kept, .before = before };

    make_table(&walk);
    walk_code(aTHX_ & walk, kept->code);
    for (size_t i = 0; i < after->count; i++) {
        const mh_slots_t *now = &after->list[i];
        const mh_slots_t *old = mh_survey_find(before, now->stash, now->key);

        if (now->code &&
            (!old || old->code != now->code || mh_body_is_new(old, now)) &&
            is_own(now->code, kept))
            walk_code(aTHX_ & walk, now->code);
    }
    for (size_t i = 0; i < kept->stage_count; i++)
        walk_blocks(aTHX_ & walk, &kept->stages[i]);
    free(walk.table);
}

/* --- the globs of a file --- */

void mh_globs_hide(const mh_kept_globs_t *globs)
{
    for (size_t i = 0; i < globs->count; i++)
        if (globs->list[i].again)
            GvMULTI_off(globs->list[i].gv);
}

/* Perl looks at this flag once, when the whole script has been compiled. */
void mh_globs_show(const mh_kept_globs_t *globs)
{
    for (size_t i = 0; i < globs->count; i++)
        if (globs->list[i].again)
            GvMULTI_on(globs->list[i].gv);
}

/* The glob of a file that is out of sight. */
static bool may_bring(pTHX_ const mh_kept_glob_t *glob)
{
    return !GvHV(glob->gv) &&
           mh_glob_is_perls_scalar(aTHX_ glob->stash, (const SV *)glob->gv);
}

/* The script, or a module, may have another glob of that name since. */
static bool may_share(pTHX_ const mh_kept_glob_t *glob, const SV *other)
{
    if (isGV_with_GP(other) && GvGP((const GV *)other) == GvGP(glob->gv))
        return true;
    return mh_glob_is_perls_scalar(aTHX_ glob->stash, other) &&
           mh_glob_is_perls_scalar(aTHX_ glob->stash, (const SV *)glob->gv) &&
           mh_duplicate_is_alone(glob->gv);
}

bool mh_globs_may_show(pTHX_ const mh_kept_globs_t *globs)
{
    if (!mh_stashes_are_same(aTHX_ & globs->stashes))
        return false;
    for (size_t i = 0; i < globs->count; i++) {
        const mh_kept_glob_t *glob = &globs->list[i];
        const HE *entry = mh_entry_find(glob->stash, GvNAME_HEK(glob->gv));

        if (entry ? !may_share(aTHX_ glob, HeVAL(entry))
                  : !may_bring(aTHX_ glob))
            return false;
    }
    return true;
}

void mh_globs_bring(pTHX_ const mh_kept_globs_t *globs)
{
    for (size_t i = 0; i < globs->count; i++) {
        const mh_kept_glob_t *glob = &globs->list[i];
        HEK *key = GvNAME_HEK(glob->gv);
        const HE *entry = mh_entry_find(glob->stash, key);

        if (!entry)
            (void)hv_store_ent(glob->stash, sv_2mortal(newSVhek(key)),
                               SvREFCNT_inc_simple_NN((SV *)glob->gv), 0);
        else if (GvGP((GV *)HeVAL(entry)) != GvGP(glob->gv))
            mh_glob_share(aTHX_ glob->gv, (GV *)HeVAL(entry));
    }
}
