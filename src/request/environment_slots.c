/*
 * environment_slots.c - filling %ENV by comparing it with what it held.
 */
#include "environment_slots.h"

typedef struct {
    char *key;
    I32 length;
    SV *sv;        /* in the hash (not counted); NULL: not in it now */
    unsigned seen; /* the filling that last had this variable */
} slot_t;

static slot_t *next_slot(pTHX_ const char *key, int *cursor);
static slot_t *add_slot(pTHX_ const char *key);
static void set_slot(pTHX_ HV *hash, slot_t *slot, const char *value,
                     STRLEN length);
static void fill_from_base(pTHX_ HV *hash, HV *base);
static void empty(pTHX_ HV *hash);

static slot_t *slots;
static int count, size;
static unsigned filling;
static bool disturbed;

enum { MAX_BASE = 32 };
static int base_slots[MAX_BASE]; /* where the server's variables were found */

enum { MAX_SLOTS = 256 }; /* a client chooses header names: not for ever */

void mh_environment_slots_boot(void)
{
    for (int i = 0; i < count; i++)
        slots[i].sv = NULL;
    disturbed = false;
}

void mh_environment_slots_disturbed(void)
{
    disturbed = true;
}

void mh_environment_slots_fill(pTHX_ HV *hash, HV *base,
                               const apr_table_t *vars)
{
    const apr_array_header_t *list = apr_table_elts(vars);
    int cursor = 0;

    if (disturbed || count > MAX_SLOTS)
        empty(aTHX_ hash);
    /* An iteration that was broken off is not this request's. */
    if (SvOOK(hash))
        hv_iterinit(hash);
    filling++;
    for (int i = 0; i < list->nelts; i++) {
        apr_table_entry_t *var = &APR_ARRAY_IDX(list, i, apr_table_entry_t);

        if (var->val)
            set_slot(aTHX_ hash, next_slot(aTHX_ var->key, &cursor), var->val,
                     strlen(var->val));
    }
    fill_from_base(aTHX_ hash, base);
    for (int i = 0; i < count; i++) {
        if (slots[i].seen == filling || !slots[i].sv)
            continue;
        (void)hv_delete(hash, slots[i].key, slots[i].length, G_DISCARD);
        slots[i].sv = NULL;
    }
}

bool mh_environment_slots_put(pTHX_ HV *hash, const char *key, SV *sv)
{
    int cursor = count;
    slot_t *slot = next_slot(aTHX_ key, &cursor);

    slot->seen = filling;
    slot->sv = hv_store(hash, slot->key, slot->length, sv, 0) ? sv : NULL;
    if (!slot->sv)
        SvREFCNT_dec(sv);
    return slot->sv != NULL;
}

/* The server's variables, unless the request has its own. */
static void fill_from_base(pTHX_ HV *hash, HV *base)
{
    int n = 0;
    HE *entry;

    hv_iterinit(base);
    while ((entry = hv_iternext(base))) {
        int *known = n < MAX_BASE ? &base_slots[n++] : &base_slots[0];
        slot_t *slot = next_slot(aTHX_ HeKEY(entry), known);
        STRLEN length;
        const char *value;

        *known = slot - slots; /* base has the same order next time */
        if (slot->seen == filling)
            continue;
        /* `local $ENV{KEY}` at start-up leaves an undef behind. */
        length = 0;
        value = SvOK(HeVAL(entry)) ? SvPV(HeVAL(entry), length) : "";
        set_slot(aTHX_ hash, slot, value, length);
        /* A PATH that the program has set is one that it may use under -T. */
        if (slot->sv && !SvTAINTED(HeVAL(entry)))
            SvTAINTED_off(slot->sv);
    }
}

/* The slot at the cursor, when the order is that of last time; else search. */
static slot_t *next_slot(pTHX_ const char *key, int *cursor)
{
    if (*cursor < count && !strcmp(slots[*cursor].key, key))
        return &slots[(*cursor)++];
    for (int i = 0; i < count; i++)
        if (!strcmp(slots[i].key, key))
            return &slots[i];
    return add_slot(aTHX_ key);
}

static slot_t *add_slot(pTHX_ const char *key)
{
    slot_t *slot;

    if (count == size) {
        size = size ? size * 2 : 64;
        Renew(slots, size, slot_t);
    }
    slot = &slots[count++];
    slot->key = savepv(key);
    slot->length = strlen(key);
    slot->sv = NULL;
    slot->seen = 0;
    return slot;
}

/*
 * A scalar that somebody has kept a reference to keeps its value: the hash
 * gets a new one. So it does when Perl code has left anything on the old one:
 * the position of m//g, a weak reference, a class.
 */
static bool reusable(const SV *sv)
{
    if (SvREFCNT(sv) != 1 || SvROK(sv) || SvOBJECT(sv) || SvREADONLY(sv))
        return false;
    for (const MAGIC *mg = SvMAGIC(sv); mg; mg = mg->mg_moremagic)
        if (mg->mg_type != PERL_MAGIC_envelem &&
            mg->mg_type != PERL_MAGIC_taint)
            return false;
    return true;
}

static void set_slot(pTHX_ HV *hash, slot_t *slot, const char *value,
                     STRLEN length)
{
    SV *sv = slot->sv;

    slot->seen = filling;
    if (sv && reusable(sv)) {
        if (SvPOK(sv) && SvCUR(sv) == length &&
            !memcmp(SvPVX(sv), value, length) && !SvUTF8(sv))
            return;
        SvUTF8_off(sv);
        sv_setpvn(sv, value, length);
    } else {
        sv = newSVpvn(value, length);
        slot->sv = hv_store(hash, slot->key, slot->length, sv, 0) ? sv : NULL;
    }
    SvTAINTED_on(sv);
}

static void empty(pTHX_ HV *hash)
{
    hv_clear(hash);
    if (count > MAX_SLOTS) {
        for (int i = 0; i < count; i++)
            Safefree(slots[i].key);
        count = 0;
    }
    for (int i = 0; i < count; i++)
        slots[i].sv = NULL;
    disturbed = false;
}
