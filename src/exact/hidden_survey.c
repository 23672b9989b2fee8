/*
 * hidden_survey.c - what is in the symbol table at a moment.
 *
 * A symbol is known by the address of its stash and of its shared key, which
 * stay as long as it is there. What only mentions a name (`Foo::bar()` is
 * compiled where no Foo was loaded) leaves a symbol without content.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_part.h"

#include <stdlib.h>

static void *grow(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

static size_t hash(const HV *stash, const HEK *key)
{
    UV sum = PTR2UV(stash) * 31 + PTR2UV(key);

    sum *= UINT64_C(0x9E3779B97F4A7C15);
    return sum >> 20;
}

static size_t *slot_of(const mh_survey_t *survey, const HV *stash,
                       const HEK *key)
{
    size_t at = hash(stash, key) & (survey->slots - 1);

    while (survey->table[at]) {
        const mh_slots_t *slots = &survey->list[survey->table[at] - 1];

        if (slots->stash == stash && slots->key == key)
            break;
        at = (at + 1) & (survey->slots - 1);
    }
    return &survey->table[at];
}

static void grow_table(mh_survey_t *survey)
{
    survey->slots = survey->slots ? 2 * survey->slots : 8192;
    free(survey->table);
    survey->table = calloc(survey->slots, sizeof(size_t));
    if (!survey->table)
        abort();
    for (size_t i = 0; i < survey->count; i++)
        *slot_of(survey, survey->list[i].stash, survey->list[i].key) = i + 1;
}

static void add(mh_survey_t *survey, const mh_slots_t *slots)
{
    if (survey->count == survey->room) {
        survey->room = survey->room ? 2 * survey->room : 4096;
        survey->list = grow(survey->list, survey->room * sizeof(mh_slots_t));
    }
    if (2 * survey->count >= survey->slots)
        grow_table(survey);
    survey->list[survey->count++] = *slots;
    *slot_of(survey, slots->stash, slots->key) = survey->count;
}

const mh_slots_t *mh_survey_find(const mh_survey_t *survey, const HV *stash,
                                 const HEK *key)
{
    size_t at = *slot_of(survey, stash, key);

    return at ? &survey->list[at - 1] : NULL;
}

/* A stash is in it under the key NULL. */
bool mh_survey_has_stash(const mh_survey_t *survey, const HV *stash)
{
    return mh_survey_find(survey, stash, NULL) != NULL;
}

static bool is_stash_key(const HEK *key)
{
    I32 length = HEK_LEN(key);

    return length > 2 && memcmp(HEK_KEY(key) + length - 2, "::", 2) == 0;
}

static UV sum_of_scalar(pTHX_ SV *sv)
{
    UV sum;

    if (!sv || !SvOK(sv))
        return 0;
    sum = 1 + (SvFLAGS(sv) & (SVf_POK | SVf_IOK | SVf_NOK | SVf_ROK));
    if (SvROK(sv))
        return sum * 31 + PTR2UV(SvRV(sv));
    if (SvIOK(sv))
        sum = sum * 31 + (UV)SvIVX(sv);
    if (SvPOK(sv))
        for (STRLEN i = 0; i < SvCUR(sv); i++)
            sum = sum * 31 + (unsigned char)SvPVX(sv)[i];
    return sum;
}

/* A constant, or a declaration, that perl has not yet made a glob of. */
static void look_at_short(pTHX_ mh_slots_t *slots)
{
    slots->content = true;
    slots->sum = SvROK(slots->symbol) ? PTR2UV(SvRV(slots->symbol)) : 1;
}

static void look_at_glob(pTHX_ mh_slots_t *slots)
{
    GV *gv = (GV *)slots->symbol;

    slots->code = GvCVu(gv);
    slots->scalar = GvSV(gv);
    slots->array = GvAV(gv);
    slots->hash = GvHV(gv);
    slots->io = GvIO(gv);
    slots->sum = sum_of_scalar(aTHX_ slots->scalar);
    if (slots->array)
        slots->sum += 31 * (UV)(AvFILLp(slots->array) + 1);
    if (slots->hash)
        slots->sum += 131 * (UV)HvTOTALKEYS(slots->hash);
    slots->content = slots->code || slots->io || GvFORM(gv) || slots->sum != 0;
}

static void survey_stash(pTHX_ mh_survey_t *survey, HV *stash);

static void survey_entry(pTHX_ mh_survey_t *survey, HV *stash, HE *entry)
{
    mh_slots_t slots = { .stash = stash,
                         .key = HeKEY_hek(entry),
                         .symbol = HeVAL(entry) };

    if (is_stash_key(slots.key)) {
        if (isGV_with_GP(slots.symbol) && GvHV((GV *)slots.symbol))
            survey_stash(aTHX_ survey, GvHV((GV *)slots.symbol));
        return;
    }
    if (isGV_with_GP(slots.symbol))
        look_at_glob(aTHX_ & slots);
    else
        look_at_short(aTHX_ & slots);
    add(survey, &slots);
}

static void survey_stash(pTHX_ mh_survey_t *survey, HV *stash)
{
    mh_slots_t slots = { .stash = stash };
    const char *name = HvNAME_get(stash);
    HE **array = HvARRAY(stash);

    if (!name || (survey->count && mh_survey_has_stash(survey, stash)))
        return;
    add(survey, &slots);
    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            survey_entry(aTHX_ survey, stash, entry);
}

void mh_survey_take(pTHX_ mh_survey_t *survey)
{
    *survey = (mh_survey_t){ 0 };
    survey_stash(aTHX_ survey, PL_defstash);
}

void mh_survey_free(mh_survey_t *survey)
{
    free(survey->list);
    free(survey->table);
}

/*
 * Variables of perl's own, that come into being when something names them, and
 * the files that perl knows for the debugger.
 */
bool mh_slots_special(const mh_slots_t *slots)
{
    const char *name = HEK_KEY(slots->key);

    if (!isIDFIRST_A(name[0]) || name[0] == '_')
        return true;
    return strEQ(name, "ENV") || strEQ(name, "INC") || strEQ(name, "ARGV") ||
           strEQ(name, "SIG") || strEQ(name, "STDIN") ||
           strEQ(name, "STDOUT") || strEQ(name, "STDERR") ||
           strEQ(name, "ARGVOUT") || strEQ(name, "a") || strEQ(name, "b");
}
