/*
 * mention.c - names of package main that hidden modules mention.
 *
 * Perl makes its own variables ($2, $;, %SIG) when code first mentions them,
 * and a script can list the existing names. So these names come and go with the
 * modules that mention them. A symbol stays the same as long as it is hidden.
 * If the script has mentioned the name meanwhile, the module's symbol becomes
 * an alias of the script's variables, as by *one = *other.
 *
 * While a module is loaded ahead, all these names are in sight, so that each
 * has one symbol. The flag by which perl notes a second mention is taken away,
 * so that it then shows the names that the module mentions.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/piece.h"

#include <stdlib.h>

#include "shared/memory.h"

struct mh_mention_t {
    GV *gv;
    bool present; /* in the symbol table */
    bool shared;  /* the variables are those of a symbol of the script */
    bool again;   /* it was mentioned more than once */
};

static struct {
    mh_mention_t **list;
    size_t count;
} mentions;

static SV *present(pTHX_ const GV *gv)
{
    SV **entry = hv_fetch(PL_defstash, GvNAME(gv), mh_duplicate_length(gv), 0);

    return entry ? *entry : NULL;
}

/* True if nothing else uses the symbol's own variables. */
static bool can_share(const GV *gv, SV *other)
{
    return isGV_with_GP(other) && !mh_duplicate_is_syntax(other) && !GvCV(gv) &&
           mh_duplicate_is_alone(gv);
}

bool mh_mentions_may_show(pTHX_ const mh_module_t *module)
{
    for (size_t i = 0; i < module->mention_count; i++) {
        const mh_mention_t *mention = module->mentions[i];
        SV *other = mention->present ? NULL : present(aTHX_ mention->gv);

        if (other && !can_share(mention->gv, other))
            return false;
    }
    return true;
}

static void put_in(pTHX_ mh_mention_t *mention)
{
    GV *gv = mention->gv;
    SV *other = present(aTHX_ gv);

    if (mention->present)
        return;
    mention->present = true;
    mention->shared = other != NULL;
    if (!other) {
        (void)hv_store(PL_defstash, GvNAME(gv), mh_duplicate_length(gv),
                       SvREFCNT_inc_simple_NN((SV *)gv), 0);
        return;
    }
    gp_free(gv);
    GvGP_set(gv, gp_ref(GvGP((GV *)other)));
}

void mh_mentions_show(pTHX_ const mh_module_t *module)
{
    for (size_t i = 0; i < module->mention_count; i++)
        put_in(aTHX_ module->mentions[i]);
}

/* --- while a module is loaded ahead --- */

static void set_again(const mh_mention_t *mention, bool again)
{
    if (again)
        GvMULTI_on(mention->gv);
    else
        GvMULTI_off(mention->gv);
}

void mh_mentions_begin(pTHX)
{
    for (size_t i = 0; i < mentions.count; i++) {
        mh_mention_t *mention = mentions.list[i];
        SV *other = mention->present ? NULL : present(aTHX_ mention->gv);

        if (!other || can_share(mention->gv, other))
            put_in(aTHX_ mention);
        if (mention->present && !mention->shared)
            set_again(mention, false);
    }
}

static bool is_known(const SV *symbol)
{
    for (size_t i = 0; i < mentions.count; i++)
        if ((const SV *)mentions.list[i]->gv == symbol)
            return true;
    return false;
}

static void add(mh_module_t *module, mh_mention_t *mention)
{
    module->mentions = mh_grow(module->mentions, (module->mention_count + 1) *
                                                     sizeof(mh_mention_t *));
    module->mentions[module->mention_count++] = mention;
}

static mh_mention_t *make(SV *symbol)
{
    mh_mention_t *mention = mh_grow(NULL, sizeof(mh_mention_t));

    *mention = (mh_mention_t){
        .gv = (GV *)SvREFCNT_inc_simple_NN(symbol),
        .present = true,
        .again = GvMULTI((GV *)symbol),
    };
    mentions.list = mh_grow(mentions.list,
                            (mentions.count + 1) * sizeof(mh_mention_t *));
    return mentions.list[mentions.count++] = mention;
}

static void collect_known(mh_module_t *top)
{
    for (size_t i = 0; i < mentions.count; i++) {
        mh_mention_t *mention = mentions.list[i];

        if (!mention->present || mention->shared)
            continue;
        if (GvMULTI(mention->gv)) {
            mention->again = true;
            add(top, mention);
        }
        set_again(mention, mention->again);
    }
}

void mh_mentions_collect(pTHX_ const mh_survey_t *before,
                         const mh_survey_t *after, mh_module_t *top)
{
    collect_known(top);
    for (size_t i = 0; i < after->count; i++) {
        const mh_slots_t *slots = &after->list[i];

        if (slots->stash == PL_defstash && slots->key &&
            isGV_with_GP(slots->symbol) && !is_known(slots->symbol) &&
            !mh_survey_find(before, slots->stash, slots->key))
            add(top, make(slots->symbol));
    }
}

static bool is_of(const mh_module_t *module, const mh_mention_t *mention)
{
    for (size_t i = 0; i < module->mention_count; i++)
        if (module->mentions[i] == mention)
            return true;
    return false;
}

static bool is_wanted(const mh_mention_t *mention)
{
    for (const mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->state == MH_MODULE_SHOWN && is_of(at, mention))
            return true;
    return false;
}

void mh_mentions_hide(pTHX)
{
    for (size_t i = 0; i < mentions.count; i++) {
        mh_mention_t *mention = mentions.list[i];

        if (!mention->present || mention->shared || is_wanted(mention))
            continue;
        (void)hv_delete(PL_defstash, GvNAME(mention->gv),
                        mh_duplicate_length(mention->gv), G_DISCARD);
        mention->present = false;
    }
}

void mh_mentions_forget(mh_module_t *module)
{
    free(module->mentions);
    module->mentions = NULL;
    module->mention_count = 0;
}
