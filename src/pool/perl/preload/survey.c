/*
 * survey.c - the content of the symbol table at a moment.
 *
 * A symbol is known by the address of its stash, and by the text of its key:
 * `use utf8` may give an existing symbol another key of the same text. Code
 * that only mentions a name (`Foo::bar()` is compiled where no Foo was loaded)
 * leaves a symbol without content.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include <stdlib.h>

#include "pool/perl/trace/guard.h"
#include "shared/memory.h"

bool mh_survey_same_key(const HEK *one, const HEK *other)
{
    return one == other || (one && other && HEK_HASH(one) == HEK_HASH(other) &&
                            HEK_LEN(one) == HEK_LEN(other) &&
                            HEK_UTF8(one) == HEK_UTF8(other) &&
                            memEQ(HEK_KEY(one), HEK_KEY(other), HEK_LEN(one)));
}

static size_t hash(const HV *stash, const HEK *key)
{
    UV sum = PTR2UV(stash) * 31 + (key ? HEK_HASH(key) : 0);

    sum *= UINT64_C(0x9E3779B97F4A7C15);
    return sum >> 20;
}

static size_t *slot_of(const mh_survey_t *survey, const HV *stash,
                       const HEK *key)
{
    size_t at = hash(stash, key) & (survey->slots - 1);

    while (survey->table[at]) {
        const mh_slots_t *slots = &survey->list[survey->table[at] - 1];

        if (slots->stash == stash && mh_survey_same_key(slots->key, key))
            break;
        at = (at + 1) & (survey->slots - 1);
    }
    return &survey->table[at];
}

static void grow_table(mh_survey_t *survey)
{
    static size_t usual = 8192; /* another survey has had so many */

    survey->slots = survey->slots ? 2 * survey->slots : usual;
    usual = survey->slots > usual ? survey->slots : usual;
    free(survey->table);
    survey->table = calloc(survey->slots, sizeof(size_t));
    if (!survey->table)
        abort();
    for (size_t i = 0; i < survey->count; i++)
        *slot_of(survey, survey->list[i].stash, survey->list[i].key) = i + 1;
}

/* Keys of many symbols, one after the other. */
struct mh_survey_keys_t {
    mh_survey_keys_t *next;
    size_t used;
    char text[];
};

#define KEYS_SIZE ((size_t)1 << 16)

static char *room_for(mh_survey_t *survey, size_t size)
{
    mh_survey_keys_t *keys = survey->keys;
    char *room;

    if (!keys || keys->used + size > KEYS_SIZE) {
        keys = mh_grow(NULL,
                       sizeof(*keys) + (size > KEYS_SIZE ? size : KEYS_SIZE));
        *keys = (mh_survey_keys_t){ .next = survey->keys };
        survey->keys = keys;
    }
    room = keys->text + keys->used;
    keys->used += (size + sizeof(void *) - 1) & ~(sizeof(void *) - 1);
    return room;
}

/* Perl frees a key when the symbol gets another one. */
static const HEK *copy_of(mh_survey_t *survey, const HEK *key)
{
    size_t size = STRUCT_OFFSET(HEK, hek_key) + (size_t)HEK_LEN(key) + 2;

    return memcpy(room_for(survey, size), key, size);
}

static void add(mh_survey_t *survey, const mh_slots_t *slots)
{
    if (survey->count == survey->room) {
        survey->room = survey->room ? 2 * survey->room : 4096;
        survey->list = mh_grow(survey->list, survey->room * sizeof(mh_slots_t));
    }
    if (2 * survey->count >= survey->slots)
        grow_table(survey);
    survey->list[survey->count] = *slots;
    if (slots->key)
        survey->list[survey->count].key = copy_of(survey, slots->key);
    survey->count++;
    *slot_of(survey, slots->stash, slots->key) = survey->count;
}

SV *mh_survey_key(pTHX_ const HEK *key)
{
    return newSVpvn_share(HEK_KEY(key),
                          HEK_UTF8(key) ? -HEK_LEN(key) : HEK_LEN(key), 0);
}

const mh_slots_t *mh_survey_find(const mh_survey_t *survey, const HV *stash,
                                 const HEK *key)
{
    size_t at = *slot_of(survey, stash, key);

    return at && !survey->list[at - 1].gone ? &survey->list[at - 1] : NULL;
}

const mh_slots_t *mh_survey_removed(const mh_survey_t *before,
                                    const mh_survey_t *after)
{
    for (size_t i = 0; i < before->count; i++)
        if (!before->list[i].gone &&
            !mh_survey_find(after, before->list[i].stash, before->list[i].key))
            return &before->list[i];
    return NULL;
}

/* A stash itself is in the survey under the key NULL. */
bool mh_survey_has_stash(const mh_survey_t *survey, const HV *stash)
{
    return mh_survey_find(survey, stash, NULL) != NULL;
}

static bool is_stash_key(const HEK *key)
{
    I32 length = HEK_LEN(key);

    return length > 2 && memcmp(HEK_KEY(key) + length - 2, "::", 2) == 0;
}

/* True if code was compiled in the package. */
bool mh_survey_in_use(pTHX_ const HV *stash)
{
    if (stash == PL_curstash)
        return true;
#ifdef USE_ITHREADS
    for (PADOFFSET i = 0; i < PL_stashpadmax; i++)
        if (PL_stashpad[i] == stash)
            return true;
    return false;
#else
    return true;
#endif
}

/*
 * A variable of perl's own, under any name (`use English`). Its scalar only
 * holds the value that code has asked for last.
 */
static bool is_perls_own(const SV *sv)
{
    return SvTYPE(sv) >= SVt_PVMG && SvMAGICAL(sv) &&
           mg_find(sv, PERL_MAGIC_sv);
}

/* A tie is content, though nothing is in the variable itself. */
static UV sum_of_tie(const SV *sv)
{
    return mh_tie_of(sv) != NULL;
}

static UV sum_of_fraction(NV number)
{
    UV bits = 0;

    memcpy(&bits, &number, MIN(sizeof(bits), sizeof(number)));
    return bits;
}

static UV sum_of_scalar(pTHX_ SV *sv)
{
    UV sum;

    if (!sv)
        return 0;
    if (mh_tie_of(sv))
        return 1;
    if (!SvOK(sv))
        return 0;
    if (is_perls_own(sv))
        return 1;
    /* A string that was used as a number is both. */
    sum = SvPOK(sv) ? 2 : 1;
    if (SvROK(sv))
        return sum * 31 + PTR2UV(SvRV(sv));
    if (!SvPOK(sv) && SvIOK(sv))
        sum = sum * 31 + (UV)SvIVX(sv);
    else if (!SvPOK(sv) && SvNOK(sv))
        sum = sum * 31 + sum_of_fraction(SvNVX(sv));
    if (SvPOK(sv))
        for (STRLEN i = 0; i < SvCUR(sv); i++)
            sum = sum * 31 + (unsigned char)SvPVX(sv)[i];
    return sum;
}

/* Magic that computes elements; that of @ISA only watches. */
static bool is_made_up(const AV *array)
{
    return SvRMAGICAL(array) && !mg_find((const SV *)array, PERL_MAGIC_isa);
}

static UV sum_of_array(pTHX_ AV *array)
{
    UV sum = (UV)(AvFILLp(array) + 1) + sum_of_tie((SV *)array);

    for (SSize_t i = 0; !is_made_up(array) && i <= AvFILLp(array); i++)
        sum = sum * 31 + sum_of_scalar(aTHX_ AvARRAY(array)[i]);
    return sum;
}

static UV sum_of_hash(pTHX_ HV *hash)
{
    UV sum = HvTOTALKEYS(hash) + sum_of_tie((SV *)hash);
    HE **array = SvRMAGICAL(hash) ? NULL : HvARRAY(hash);

    for (STRLEN i = 0; array && i <= HvMAX(hash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            sum += HeHASH(entry) ^ sum_of_scalar(aTHX_ HeVAL(entry));
    return sum;
}

static UV sum_of_variable(pTHX_ SV *sv)
{
    if (mh_guard_has(sv))
        return 0;
    switch (SvTYPE(sv)) {
    case SVt_PVAV:
        return sum_of_array(aTHX_(AV *) sv);
    case SVt_PVHV:
        return sum_of_hash(aTHX_(HV *) sv);
    case SVt_PVCV:
        return 0;
    default:
        return sum_of_scalar(aTHX_ sv);
    }
}

/*
 * Digest of a variable. Of a number, only 0 or not 0 counts, because such a
 * variable is a counter or a flag.
 */
static UV sum_of_flag(pTHX_ SV *sv)
{
    if (SvTYPE(sv) >= SVt_PVAV || SvPOK(sv) || !SvNIOK(sv))
        return sum_of_variable(aTHX_ sv);
    return SvIOK(sv) ? SvIVX(sv) != 0 : SvNVX(sv) != 0;
}

/*
 * Functions that use none of their file's variables, a bit each, by the number
 * of their pad: perl gives no number twice. To find that out, all names of the
 * pad have to be read.
 */
static struct {
    U8 *bits;
    size_t size;
} plain;

static bool is_plain(const PADLIST *list)
{
    size_t at = list->xpadl_id / 8;

    return at < plain.size && plain.bits[at] & 1 << list->xpadl_id % 8;
}

static void note_plain(const PADLIST *list)
{
    size_t at = list->xpadl_id / 8;
    size_t size = plain.size;

    if (at >= size) {
        plain.size = 2 * at + 1024;
        plain.bits = mh_grow(plain.bits, plain.size);
        memset(plain.bits + size, 0, plain.size - size);
    }
    plain.bits[at] |= (U8)(1 << list->xpadl_id % 8);
}

static bool is_captured(const PADNAME *name)
{
    return name && PadnameOUTER(name) && !PadnameIsOUR(name);
}

/* Digest of the file's variables that a function uses: `my %known; sub add {}`.
 */
static UV sum_of_captured(pTHX_ const CV *code, UV (*sum_of)(pTHX_ SV *sv))
{
    PADLIST *list = code && !CvISXSUB(code) ? CvPADLIST(code) : NULL;
    PADNAMELIST *names = list && !is_plain(list) ? PadlistNAMES(list) : NULL;
    bool captures = false;
    UV sum = 0;

    for (SSize_t i = 1; names && i <= PadnamelistMAX(names); i++) {
        SV *sv = PadARRAY(PadlistARRAY(list)[1])[i];

        if (!is_captured(PadnamelistARRAY(names)[i]))
            continue;
        captures = true;
        sum = sum * 31 + (sv ? sum_of(aTHX_ sv) : 0);
    }
    if (names && !captures)
        note_plain(list);
    return sum;
}

/* Perl's own Regexp::DESTROY is a constant without a value. */
static bool is_perl(const CV *code)
{
    return code &&
           (!CvISXSUB(code) || (CvCONST(code) && CvXSUBANY(code).any_ptr));
}

/* Perl makes a function of a constant when code asks for the function. */
static const void *meaning_of(const CV *code)
{
    return code && CvCONST(code) && CvXSUBANY(code).any_ptr
               ? CvXSUBANY(code).any_ptr
               : code;
}

/* Perl's value for a declaration, with the prototype as its text; or NULL. */
static const SV *declaration(pTHX_ SV *symbol)
{
    CV *code;

    if (!isGV_with_GP(symbol))
        return SvROK(symbol) ? NULL : symbol;
    code = GvCVu((GV *)symbol);
    return code && !CvISXSUB(code) && !CvROOT(code) && CvHASGV(code) &&
                   CvGV(code) == (GV *)symbol
               ? (const SV *)code
               : NULL;
}

UV mh_survey_declared(pTHX_ SV *symbol)
{
    const SV *declared = declaration(aTHX_ symbol);
    UV sum = MH_DECLARED_PLAINLY + 1;

    if (!declared)
        return 0;
    if (!SvPOK(declared))
        return MH_DECLARED_PLAINLY;
    for (STRLEN i = 0; i < SvCUR(declared); i++)
        sum = sum * 31 + (U8)SvPVX_const(declared)[i] + 1;
    return sum;
}

/* A constant, or a declaration, for which perl has not yet made a glob. */
static void look_at_short(pTHX_ mh_slots_t *slots)
{
    SV *value = SvROK(slots->symbol) ? SvRV(slots->symbol) : NULL;

    slots->content = true;
    slots->meaning = value;
    if (value && SvTYPE(value) == SVt_PVCV) {
        slots->code = (CV *)value;
        slots->perl = is_perl(slots->code);
        return;
    }
    slots->perl = true;
    slots->declared = mh_survey_declared(aTHX_ slots->symbol);
    slots->sum = slots->declared;
}

static void look_at_glob(pTHX_ mh_slots_t *slots)
{
    GV *gv = (GV *)slots->symbol;
    UV declared = mh_survey_declared(aTHX_ slots->symbol);

    slots->code = GvCVu(gv);
    slots->meaning = declared ? NULL : meaning_of(slots->code);
    slots->scalar = GvSV(gv);
    slots->array = GvAV(gv);
    slots->hash = GvHV(gv);
    slots->io = GvIO(gv);
    slots->handle = mh_part_handle(slots->io);
    slots->form = GvFORM(gv);
    slots->glob = true;
    slots->again = GvMULTI(gv) != 0;
    slots->sum = sum_of_scalar(aTHX_ slots->scalar);
    if (slots->array && !mh_guard_has((SV *)slots->array))
        slots->sum += 31 * sum_of_array(aTHX_ slots->array);
    if (slots->hash && !mh_guard_has((SV *)slots->hash))
        slots->sum += 131 * sum_of_hash(aTHX_ slots->hash);
    slots->declared = declared;
    slots->sum += declared;
    slots->content = slots->code || slots->io || GvFORM(gv) || slots->sum != 0;
    slots->perl = slots->io || GvFORM(gv) || slots->sum != 0 ||
                  is_perl(slots->code);
}

static void survey_stash(pTHX_ mh_survey_t *survey, HV *stash);

static void look_at(pTHX_ mh_slots_t *slots)
{
    if (isGV_with_GP(slots->symbol))
        look_at_glob(aTHX_ slots);
    else
        look_at_short(aTHX_ slots);
}

mh_slots_t mh_survey_entry(pTHX_ HV *stash, const HE *entry)
{
    mh_slots_t slots = { .stash = stash,
                         .key = HeKEY_hek(entry),
                         .symbol = HeVAL(entry) };

    look_at(aTHX_ & slots);
    return slots;
}

/* True for content that only the package's own code puts there; perl gives
 * IO::File its @ISA. */
static bool is_own(const mh_slots_t *slots)
{
    return slots->perl && slots->key && !mh_glob_slots_bookkeeping(slots) &&
           strNE(HEK_KEY(slots->key), "ISA");
}

/* True if the entry holds something in this package. */
static bool survey_entry(pTHX_ mh_survey_t *survey, HV *stash, HE *entry)
{
    mh_slots_t slots = { .key = HeKEY_hek(entry), .symbol = HeVAL(entry) };

    if (is_stash_key(slots.key)) {
        if (isGV_with_GP(slots.symbol) && GvHV((GV *)slots.symbol))
            survey_stash(aTHX_ survey, GvHV((GV *)slots.symbol));
        return false;
    }
    slots = mh_survey_entry(aTHX_ stash, entry);
    slots.captured = sum_of_captured(aTHX_ slots.code, sum_of_flag);
    add(survey, &slots);
    return is_own(&slots);
}

static void survey_stash(pTHX_ mh_survey_t *survey, HV *stash)
{
    mh_slots_t slots = { .stash = stash, .number = mh_generation_of(stash) };
    const char *name = HvNAME_get(stash);
    HE **array = HvARRAY(stash);
    bool content = false;

    if (!name || (survey->count && mh_survey_has_stash(survey, stash)))
        return;
    add(survey, &slots);
    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            content = survey_entry(aTHX_ survey, stash, entry) || content;
    survey->list[*slot_of(survey, stash, NULL) - 1].content = content;
}

bool mh_survey_is_blank(const mh_survey_t *survey, const HV *stash)
{
    const mh_slots_t *slots = mh_survey_find(survey, stash, NULL);

    return slots && !slots->content;
}

static UV sum_of_slots(const mh_slots_t *slots)
{
    return slots->sum * 31 + PTR2UV(slots->meaning);
}

UV mh_survey_symbol_sum(pTHX_ SV *symbol)
{
    mh_slots_t slots = { .symbol = symbol };

    look_at(aTHX_ & slots);
    return sum_of_slots(&slots);
}

void mh_survey_take(pTHX_ mh_survey_t *survey)
{
    *survey = (mh_survey_t){ 0 };
    survey_stash(aTHX_ survey, PL_defstash);
}

/* While code is loaded, perl's flag for a second mention is off: symbol.c. */
void mh_survey_go_on(mh_survey_t *after, const mh_survey_t *before)
{
    for (size_t i = 0; i < before->count; i++) {
        const mh_slots_t *old = &before->list[i];
        size_t at = old->again ? *slot_of(after, old->stash, old->key) : 0;

        if (at && after->list[at - 1].symbol == old->symbol)
            after->list[at - 1].again = true;
    }
}

void mh_survey_free(mh_survey_t *survey)
{
    while (survey->keys) {
        mh_survey_keys_t *keys = survey->keys;

        survey->keys = keys->next;
        free(keys);
    }
    free(survey->list);
    free(survey->table);
}

/*
 * Variables of perl's own, made when something names them, and the debugger's
 * list of files.
 */
static bool is_special(const char *name)
{
    if (!isIDFIRST_A(name[0]) || strEQ(name, "_") || strnEQ(name, "_<", 2))
        return true;
    return strEQ(name, "ENV") || strEQ(name, "INC") || strEQ(name, "ARGV") ||
           strEQ(name, "SIG") || strEQ(name, "STDIN") ||
           strEQ(name, "STDOUT") || strEQ(name, "STDERR") ||
           strEQ(name, "ARGVOUT") || strEQ(name, "a") || strEQ(name, "b");
}

/* With `use English`, $ARG is another name of $_. */
static bool is_alias(pTHX_ SV *symbol)
{
    HE **array = HvARRAY(PL_defstash);

    if (!isGV_with_GP(symbol) || GvREFCNT((GV *)symbol) < 2)
        return false;
    for (STRLEN i = 0; i <= HvMAX(PL_defstash); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (isGV_with_GP(HeVAL(entry)) &&
                GvGP((GV *)HeVAL(entry)) == GvGP((GV *)symbol) &&
                is_special(HeKEY(entry)))
                return true;
    return false;
}

bool mh_glob_slots_special(pTHX_ const mh_slots_t *slots)
{
    return (slots->stash == PL_defstash && is_special(HEK_KEY(slots->key))) ||
           is_alias(aTHX_ slots->symbol);
}

bool mh_glob_is_perls_scalar(pTHX_ const HV *stash, const SV *symbol)
{
    const GV *gv = (const GV *)symbol;

    return stash == PL_defstash && isGV_with_GP(symbol) &&
           !isIDFIRST_A(GvNAME(gv)[0]) && GvSV(gv) && SvMAGICAL(GvSV(gv)) &&
           !GvAV(gv) && !GvCV(gv) && !GvIO(gv) && !GvFORM(gv);
}

/*
 * Variables of perl's own modules that hold an entry for each module that uses
 * them, under that module's name or its shared object's. No third module sees
 * the entry.
 */
static const struct {
    const char *package;
    const char *name; /* or its prefix */
} bookkeeping[] = {
    { "Exporter", "Cache" },
    { "Exporter", "heavy_" },
    { "Exporter", "FailCache" },
    { "constant", "declared" },
    { "Carp", "Internal" },
    { "Carp", "CarpInternal" },
    { "warnings", "Offsets" },
    { "warnings", "Bits" },
    { "warnings", "DeadBits" },
    { "warnings", "LAST_BIT" },
    { "warnings", "BYTES" },
    { "DynaLoader", "" },
    { "ExtUtils::Constant::ProxySubs", "Missing" },
};

bool mh_glob_slots_bookkeeping(const mh_slots_t *slots)
{
    const char *package = HvNAME_get(slots->stash);
    const char *key = HEK_KEY(slots->key);

    for (size_t i = 0; i < C_ARRAY_LENGTH(bookkeeping); i++)
        if (strEQ(package, bookkeeping[i].package) &&
            strnEQ(key, bookkeeping[i].name, strlen(bookkeeping[i].name)))
            return true;
    return false;
}
