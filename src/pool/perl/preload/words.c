/*
 * words.c - the meanings of a file's words when it was compiled ahead: see
 * kept.h.
 *
 * Perl asks the keyword plugin for each word that could be a function, a handle
 * or a class. For `Foo::bar` perl does not ask it, but makes an operator that
 * fetches a function. The meaning of the word depends on the entry of that name
 * in the package, on a package of the name, and on nothing else. A call with
 * parentheses is compiled alike whether the function is there or not, unless it
 * has a prototype or is a constant.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <string.h>

#include "shared/memory.h"

static struct {
    mh_kept_words_t *words; /* of the file that is compiled */
    const mh_survey_t *before;
    const mh_survey_t *file;
    Perl_keyword_plugin_t next;
    Perl_check_t next_check;
} noting;

/* --- noting --- */

static mh_kept_word_t *add(mh_kept_words_t *words, const mh_kept_word_t *word)
{
    words->list = mh_grow(words->list,
                          (words->count + 1) * sizeof(mh_kept_word_t));
    words->list[words->count] = *word;
    return &words->list[words->count++];
}

/* Index of the word plus one; 0: new. */
static IV *place_of(pTHX_ mh_kept_words_t *words, const HV *stash,
                    const char *text, STRLEN length, bool package)
{
    SV *key = sv_2mortal(newSVpvf("%p%c%.*s", (const void *)stash,
                                  package ? ':' : ' ', (int)length, text));
    SV *value = HeVAL(hv_fetch_ent(words->known, key, 1, 0));

    if (!SvIOK(value))
        sv_setiv(value, 0);
    return &SvIVX(value);
}

/* The value of a constant in its short form. */
static const SV *constant_of(SV *symbol)
{
    return !isGV_with_GP(symbol) && SvROK(symbol) &&
                   SvTYPE(SvRV(symbol)) != SVt_PVCV
               ? SvRV(symbol)
               : NULL;
}

static void note_state(mh_kept_word_t *word, const HV *stash)
{
    const HEK *key = SvSHARED_HEK_FROM_PV(SvPVX(word->key));
    const mh_slots_t *slots = mh_survey_find(noting.before, stash, key);

    if (!slots)
        return;
    if (!noting.file || mh_survey_find(noting.file, stash, key))
        word->symbol = slots->symbol;
    else
        word->constant = constant_of(slots->symbol);
    word->code = slots->code;
    word->io = slots->io;
    word->unmade = !word->symbol && !word->constant && !word->code && !word->io;
}

static bool is_noted(pTHX_ const IV *at, bool called)
{
    if (*at)
        noting.words->list[*at - 1].called &= called;
    return *at != 0;
}

/* A package that is not in the survey has come with the file. */
static void note_name(pTHX_ HV *stash, const char *text, STRLEN length,
                      bool called)
{
    IV *at = place_of(aTHX_ noting.words, stash, text, length, false);
    mh_kept_word_t word = { .stash = stash, .called = called };

    if (is_noted(aTHX_ at, called) ||
        !mh_survey_has_stash(noting.before, stash))
        return;
    mh_stashes_add(aTHX_ & noting.words->stashes, stash);
    word.key = newSVpvn_share(text, (I32)length, 0);
    note_state(&word, stash);
    (void)add(noting.words, &word);
    *at = (IV)noting.words->count;
}

/* `Foo::bar`: the package may not exist. */
static void note_qualified(pTHX_ const char *text, STRLEN length,
                           const char *colons, bool called)
{
    IV *at = place_of(aTHX_ noting.words, NULL, text, length, false);
    HV *stash = gv_stashpvn(text, (U32)(colons - text), 0);
    mh_kept_word_t word = { .called = called };

    if (is_noted(aTHX_ at, called))
        return;
    word.prefix = newSVpvn(text, (STRLEN)(colons - text));
    word.key = newSVpvn_share(colons + 2, (I32)(text + length - colons - 2), 0);
    if (stash)
        note_state(&word, stash);
    (void)add(noting.words, &word);
    *at = (IV)noting.words->count;
}

/* The package of that name, which may not exist. */
static void note_package(pTHX_ const char *text, STRLEN length)
{
    IV *at = place_of(aTHX_ noting.words, NULL, text, length, true);
    HV *stash = gv_stashpvn(text, (U32)length, 0);
    mh_kept_word_t word = { .package = true };

    if (*at)
        return;
    if (stash && mh_survey_has_stash(noting.before, stash))
        word.stash = stash;
    word.key = newSVpvn_share(text, (I32)length, 0);
    (void)add(noting.words, &word);
    *at = (IV)noting.words->count;
}

static bool starts_with(const char *text, STRLEN length, const char *prefix)
{
    return length >= strlen(prefix) && memEQ(text, prefix, strlen(prefix));
}

static void note(pTHX_ const char *text, STRLEN length, bool called)
{
    const char *last = NULL;

    for (const char *at = text; at + 1 < text + length; at++)
        if (at[0] == ':' && at[1] == ':')
            last = at;
    if (!last)
        note_name(aTHX_ PL_curstash, text, length, called);
    else if (!starts_with(text, length, "CORE::"))
        note_qualified(aTHX_ text, length, last, called);
}

static bool is_ascii(const char *text, STRLEN length)
{
    return is_utf8_invariant_string((const U8 *)text, length) &&
           !memchr(text, '\'', length);
}

static STRLEN length_of_word(const char *at, const char *end)
{
    const char *start = at;

    while (at < end && (isWORDCHAR_A(*at) || *at == ':' || *at == '\''))
        at++;
    return (STRLEN)(at - start);
}

static bool is(const char *word, STRLEN length, const char *other)
{
    return strlen(other) == length && memEQ(word, other, length);
}

/* The next word is a name, whatever it means. */
static bool is_declaration(const char *word, STRLEN length)
{
    static const char *const words[] = { "use", "no", "require", "package",
                                         "sub" };

    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (is(word, length, words[i]))
            return true;
    return false;
}

static bool is_function(pTHX_ const char *text, STRLEN length)
{
    const GV *gv = gv_fetchpvn_flags(text, length, GV_NOADD_NOINIT, SVt_PVCV);

    return gv && (!isGV_with_GP(gv) || GvCVu((GV *)gv));
}

/* In `new Foo(1)` the second word decides what the first one is. */
static void note_next(pTHX_ const char *word, STRLEN word_length,
                      const char *at, const char *end)
{
    STRLEN length;

    if (at == end || !isIDFIRST_A(*at) || is_declaration(word, word_length))
        return;
    length = length_of_word(at, end);
    if (!is_ascii(at, length)) {
        noting.words->other = true;
        return;
    }
    note(aTHX_ at, length, false);
    if (is_function(aTHX_ word, word_length))
        note_package(aTHX_ at, length);
}

/* Perl itself runs such a block; no code calls it. */
static bool is_block(const char *word, STRLEN length)
{
    static const char *const words[] = { "BEGIN", "END", "CHECK", "INIT",
                                         "UNITCHECK" };

    for (size_t i = 0; i < C_ARRAY_LENGTH(words); i++)
        if (is(word, length, words[i]))
            return true;
    return false;
}

/* at: what follows. */
static void note_with_next(pTHX_ const char *word, STRLEN length,
                           const char *at)
{
    const char *end = PL_parser->bufend;

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (!is_ascii(word, length)) {
        noting.words->other = true;
    } else if (!is_block(word, length)) {
        note(aTHX_ word, length, at < end && *at == '(');
        note_next(aTHX_ word, length, at, end);
    }
}

static int look_at_word(pTHX_ char *word, STRLEN length, OP **op)
{
    note_with_next(aTHX_ word, length, PL_parser->bufptr);
    return noting.next(aTHX_ word, length, op);
}

/* Perl would compile it again, if it had to read the file. */
static bool is_in_main_program(pTHX)
{
    const CV *code = PL_compcv;

    while (CvANON(code) && CvOUTSIDE(code))
        code = CvOUTSIDE(code);
    return CvEVAL(code);
}

/* `Foo->bar` and `foo => 1` call no function of that name. */
static bool is_call(const char *at, const char *end)
{
    while (at < end && isSPACE_A(*at))
        at++;
    return at + 1 >= end || at[1] != '>' || (at[0] != '-' && at[0] != '=');
}

/* `&Foo::bar` means the function whatever it is. */
static OP *look_at_function(pTHX_ OP *op)
{
    const OP *name = cUNOPx(op)->op_first;
    const SV *word = name->op_type == OP_CONST &&
                             name->op_private & OPpCONST_BARE
                         ? cSVOPx(name)->op_sv
                         : NULL;
    const char *end = PL_parser->bufend;
    const char *at = PL_parser->bufptr + length_of_word(PL_parser->bufptr, end);

    if (word && memchr(SvPVX(word), ':', SvCUR(word)))
        note_with_next(aTHX_ SvPVX(word), SvCUR(word), at);
    if (word && is_in_main_program(aTHX) && is_call(at, end))
        noting.words->calls = true;
    return noting.next_check(aTHX_ op);
}

/* Perl looks for these, whatever a file says. */
static void note_replaceable(pTHX)
{
    static const char *const names[] = { "readline", "readpipe", "glob",
                                         "require", "do" };
    size_t count = noting.words->count;

    for (size_t i = 0; i < count; i++) {
        HV *stash = noting.words->list[i].package ? NULL
                                                  : noting.words->list[i].stash;

        for (size_t j = 0; stash && j < C_ARRAY_LENGTH(names); j++)
            note_name(aTHX_ stash, names[j], strlen(names[j]), false);
    }
}

void mh_kept_words_begin(pTHX_ mh_kept_words_t *words,
                         const mh_survey_t *before, const mh_survey_t *file)
{
    words->known = newHV();
    noting.words = words;
    noting.before = before;
    noting.file = file;
    noting.next = PL_keyword_plugin;
    PL_keyword_plugin = look_at_word;
    noting.next_check = PL_check[OP_RV2CV];
    PL_check[OP_RV2CV] = look_at_function;
}

/* If the block does not give it a value, such a word takes the name away. */
static void note_unmade(mh_kept_words_t *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (words->list[i].unmade && !words->list[i].called)
            words->unmade = true;
}

void mh_kept_words_end(pTHX)
{
    if (!noting.words)
        return;
    PL_keyword_plugin = noting.next;
    PL_check[OP_RV2CV] = noting.next_check;
    note_unmade(noting.words);
    note_replaceable(aTHX);
    SvREFCNT_dec(noting.words->known);
    noting.words->known = NULL;
    noting.words = NULL;
}

/* --- meanings at the `require` --- */

/* `word(...)` is compiled as if the function did not exist. */
static bool is_plain(const CV *code)
{
    return !SvPOK(code) && !CvCONST(code) && !CvLVALUE(code) &&
           !mg_find((const SV *)code, PERL_MAGIC_checkcall);
}

static const CV *code_of(SV *symbol)
{
    if (isGV_with_GP(symbol))
        return GvCVu((GV *)symbol);
    return SvROK(symbol) && SvTYPE(SvRV(symbol)) == SVt_PVCV
               ? (const CV *)SvRV(symbol)
               : NULL;
}

static const HE *entry_of(pTHX_ const mh_kept_word_t *word)
{
    HV *stash = word->prefix ? gv_stashsv(word->prefix, 0) : word->stash;

    return stash ? mh_entry_find(stash, SvSHARED_HEK_FROM_PV(SvPVX(word->key)))
                 : NULL;
}

static bool is_same(pTHX_ const mh_kept_word_t *word)
{
    const HE *entry = entry_of(aTHX_ word);
    const CV *code;
    const IO *io;

    if (!entry)
        return !word->code && !word->io && !word->constant &&
               (!word->symbol || isGV_with_GP(word->symbol));
    if (word->symbol && word->symbol != HeVAL(entry))
        return false;
    code = code_of(HeVAL(entry));
    io = isGV_with_GP(HeVAL(entry)) ? GvIO((GV *)HeVAL(entry)) : NULL;
    if (!code && !isGV_with_GP(HeVAL(entry)))
        return word->symbol != NULL ||
               (word->constant && constant_of(HeVAL(entry)) == word->constant);
    if (word->called && (!word->code || is_plain(word->code)) &&
        (!code || is_plain(code)))
        return true;
    return code == word->code && io == word->io;
}

bool mh_kept_words_are_same(pTHX_ const mh_kept_words_t *words)
{
    if (!mh_stashes_are_same(aTHX_ & words->stashes))
        return false;
    for (size_t i = 0; i < words->count; i++) {
        const mh_kept_word_t *word = &words->list[i];

        if (word->package &&
            gv_stashpvn(SvPVX(word->key), (U32)SvCUR(word->key), 0) !=
                word->stash)
            return false;
        if (!word->package && !is_same(aTHX_ word))
            return false;
    }
    return true;
}
