/*
 * environment_slots.c - filling %ENV by comparing it with what it held.
 */
#include "module/request/environment/environment_slots.h"

#include <link.h>

#include "shared/memory.h"
#include "shared/perl/own.h"

typedef struct {
    char *key;
    const char *literal; /* httpd's own name, if it is a constant */
    I32 length;
    SV *sv;        /* in the hash (not counted); NULL: not in it now */
    STRLEN size;   /* of the value that it was given */
    unsigned seen; /* number of the last filling that had this variable */
} slot_t;

/* One of the server's variables; the text belongs to base. */
typedef struct {
    const char *key;
    const char *value;
    STRLEN size;
    bool tainted;
    int slot; /* its slot last time */
} constant_t;

static void start_over(pTHX_ HV *hash, HV *base);
static void empty(pTHX_ HV *hash);
static void note_base(pTHX_ HV *base);
static void fill_from_table(pTHX_ HV *hash, const apr_table_t *vars);
static void fill_from_base(pTHX_ HV *hash);
static void remove_stale(pTHX_ HV *hash);
static slot_t *next_slot(pTHX_ const char *key, int *cursor);
static slot_t *find_slot(pTHX_ const char *key, int *cursor);
static slot_t *add_slot(const char *key);
static bool is_constant(const char *text);
static void set_slot(pTHX_ HV *hash, slot_t *slot, const char *value,
                     STRLEN size);

static MH_OWN slot_t *slots;
static MH_OWN int count, room;
static MH_OWN int live;  /* slots that have a scalar in the hash */
static MH_OWN int fresh; /* slots among these that this filling has set */
static MH_OWN unsigned filling;
static MH_OWN bool reading; /* variables were read before a filling */
static MH_OWN unsigned read_in =
    UINT_MAX; /* number under which those reads are noted */
static MH_OWN bool disturbed;
static MH_OWN constant_t *constants;
static MH_OWN int constant_count;

enum { MAX_SLOTS = 256 }; /* a limit, as clients choose header names */

void mh_environment_slots_boot(void)
{
    for (int i = 0; i < count; i++)
        slots[i].sv = NULL;
    live = 0;
    disturbed = true;
}

void mh_environment_slots_disturbed(void)
{
    disturbed = true;
}

void mh_environment_slots_fill(pTHX_ HV *hash, HV *base,
                               const apr_table_t *vars)
{
    if (disturbed || count > MAX_SLOTS)
        start_over(aTHX_ hash, base);
    /* Ends an iteration that an earlier request has broken off. */
    if (SvOOK(hash))
        hv_iterinit(hash);
    read_in = reading ? filling : UINT_MAX;
    reading = false;
    filling++;
    fresh = 0;
    fill_from_table(aTHX_ hash, vars);
    fill_from_base(aTHX_ hash);
    if (fresh != live)
        remove_stale(aTHX_ hash);
}

bool mh_environment_slots_put(pTHX_ HV *hash, const char *key, SV *sv)
{
    int cursor = count;
    slot_t *slot = next_slot(aTHX_ key, &cursor);
    bool stored = hv_store(hash, slot->key, slot->length, sv, 0) != NULL;

    live += stored - (slot->sv != NULL);
    slot->seen = filling;
    slot->sv = stored ? sv : NULL;
    if (!stored)
        SvREFCNT_dec(sv);
    return stored;
}

static void start_over(pTHX_ HV *hash, HV *base)
{
    empty(aTHX_ hash);
    note_base(aTHX_ base);
    disturbed = false;
}

static void empty(pTHX_ HV *hash)
{
    hv_clear(hash);
    if (count > MAX_SLOTS) {
        for (int i = 0; i < count; i++)
            free(slots[i].key);
        count = 0;
    }
    for (int i = 0; i < count; i++)
        slots[i].sv = NULL;
    live = 0;
}

/* `local $ENV{KEY}` at start-up leaves an undef behind. */
static void note_constant(pTHX_ constant_t *constant, HE *entry)
{
    SV *value = HeVAL(entry);

    constant->key = HeKEY(entry);
    constant->size = 0;
    constant->value = SvOK(value) ? SvPV(value, constant->size) : "";
    constant->tainted = SvTAINTED(value);
    constant->slot = 0;
}

static void note_base(pTHX_ HV *base)
{
    HE *entry;

    constants = mh_grow(constants, (HvUSEDKEYS(base) + 1) * sizeof(constant_t));
    constant_count = 0;
    hv_iterinit(base);
    while ((entry = hv_iternext(base)))
        note_constant(aTHX_ & constants[constant_count++], entry);
}

static bool has_only_our_magic(const SV *sv)
{
    for (const MAGIC *mg = SvMAGIC(sv); mg; mg = mg->mg_moremagic)
        if (mg->mg_type != PERL_MAGIC_envelem &&
            mg->mg_type != PERL_MAGIC_taint)
            return false;
    return true;
}

/*
 * If code has kept a reference to a scalar, that scalar keeps its value, and
 * the hash gets a new one. The hash also gets a new one if Perl code has left
 * anything on the old one: the position of m//g, a weak reference, a class.
 */
static bool reusable(const SV *sv)
{
    return SvREFCNT(sv) == 1 && !SvROK(sv) && !SvOBJECT(sv) &&
           !SvREADONLY(sv) && has_only_our_magic(sv);
}

/* True if it is reusable, and still a string of the size that it was given. */
static inline bool untouched(const slot_t *slot)
{
    const U32 asked = SVf_POK | SVf_UTF8 | SVf_ROK | SVs_OBJECT | SVf_READONLY |
                      SVf_PROTECT;
    const SV *sv = slot->sv;

    return sv && SvREFCNT(sv) == 1 && (SvFLAGS(sv) & asked) == SVf_POK &&
           SvCUR(sv) == slot->size && has_only_our_magic(sv);
}

/* True if the slot has been read, and so has the right value already. */
static bool mark(slot_t *slot)
{
    bool done = slot->seen == read_in;

    fresh += slot->seen != filling;
    slot->seen = filling;
    return done;
}

static void give_string(pTHX_ HV *hash, slot_t *slot, const char *value)
{
    if (!untouched(slot) || strcmp(SvPVX(slot->sv), value) != 0)
        set_slot(aTHX_ hash, slot, value, strlen(value));
}

static void give_constant(pTHX_ HV *hash, slot_t *slot,
                          const constant_t *constant)
{
    if (untouched(slot) && slot->size == constant->size &&
        memEQ(SvPVX(slot->sv), constant->value, constant->size))
        return;
    set_slot(aTHX_ hash, slot, constant->value, constant->size);
    /* A PATH that the program has set is not tainted under -T. */
    if (slot->sv && !constant->tainted)
        SvTAINTED_off(slot->sv);
}

/* Most variables have the value that they had in the last request. */
static void fill_from_table(pTHX_ HV *hash, const apr_table_t *vars)
{
    const apr_array_header_t *list = apr_table_elts(vars);
    int cursor = 0;

    for (int i = 0; i < list->nelts; i++) {
        apr_table_entry_t *var = &APR_ARRAY_IDX(list, i, apr_table_entry_t);
        slot_t *slot;

        if (!var->val)
            continue;
        slot = next_slot(aTHX_ var->key, &cursor);
        if (!mark(slot))
            give_string(aTHX_ hash, slot, var->val);
    }
}

/* The server's variables, unless the request has its own. */
static void fill_from_base(pTHX_ HV *hash)
{
    for (int i = 0; i < constant_count; i++) {
        constant_t *constant = &constants[i];
        slot_t *slot;

        slot = next_slot(aTHX_ constant->key, (int[]){ constant->slot });
        constant->slot = slot - slots;
        if (slot->seen != filling && !mark(slot))
            give_constant(aTHX_ hash, slot, constant);
    }
}

static const constant_t *find_constant(const char *key)
{
    for (int i = 0; i < constant_count; i++)
        if (!strcmp(constants[i].key, key))
            return &constants[i];
    return NULL;
}

SV *mh_environment_slots_read(pTHX_ HV *hash, const char *key,
                              const char *value, int *place)
{
    const constant_t *constant = value ? NULL : find_constant(key);
    slot_t *slot;

    if (disturbed || (!value && !constant))
        return NULL;
    filling += !reading;
    reading = true;
    slot = next_slot(aTHX_ key, (int[]){ *place });
    *place = slot - slots;
    if (slot->seen == filling)
        return slot->sv;
    slot->seen = filling;
    if (value)
        give_string(aTHX_ hash, slot, value);
    else
        give_constant(aTHX_ hash, slot, constant);
    return slot->sv;
}

bool mh_environment_slots_reading(void)
{
    return reading;
}

void mh_environment_slots_unread(void)
{
    reading = false;
}

static void remove_stale(pTHX_ HV *hash)
{
    for (int i = 0; i < count; i++) {
        if (slots[i].seen == filling || !slots[i].sv)
            continue;
        (void)hv_delete(hash, slots[i].key, slots[i].length, G_DISCARD);
        slots[i].sv = NULL;
        live--;
    }
}

/*
 * Returns the slot at the cursor if the order is that of last time. Otherwise
 * searches, and goes on from there, because a request may have a header more or
 * less.
 */
static inline slot_t *next_slot(pTHX_ const char *key, int *cursor)
{
    slot_t *slot = &slots[*cursor];

    if (UNLIKELY(*cursor >= count ||
                 (key != slot->literal && strcmp(slot->key, key) != 0)))
        return find_slot(aTHX_ key, cursor);
    (*cursor)++;
    return slot;
}

static slot_t *find_slot(pTHX_ const char *key, int *cursor)
{
    int i = *cursor;

    for (int tried = 0; tried < count; tried++, i++) {
        i = i < count ? i : 0;
        if (!strcmp(slots[i].key, key)) {
            *cursor = i + 1;
            return &slots[i];
        }
    }
    return add_slot(key);
}

static int holds_constant(struct dl_phdr_info *object, size_t size, void *text)
{
    ElfW(Addr) place = (ElfW(Addr))text - object->dlpi_addr;

    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && !(part->p_flags & PF_W) &&
            place >= part->p_vaddr && place - part->p_vaddr < part->p_memsz)
            return 1;
    }
    return 0;
}

/* Text in a program or library that cannot be written to is there for good. */
static bool is_constant(const char *text)
{
    return dl_iterate_phdr(holds_constant, (void *)text) != 0;
}

static slot_t *add_slot(const char *key)
{
    slot_t *slot;

    if (count == room) {
        room = room ? room * 2 : 64;
        slots = mh_grow(slots, (size_t)room * sizeof(slot_t));
    }
    slot = &slots[count++];
    slot->length = strlen(key);
    slot->key = memcpy(mh_grow(NULL, slot->length + 1), key, slot->length + 1);
    slot->literal = is_constant(key) ? key : NULL;
    slot->sv = NULL;
    slot->seen = 0;
    return slot;
}

static void set_slot(pTHX_ HV *hash, slot_t *slot, const char *value,
                     STRLEN size)
{
    SV *sv = slot->sv;

    slot->size = size;
    if (sv && reusable(sv)) {
        SvUTF8_off(sv);
        sv_setpvn(sv, value, size);
    } else {
        live -= sv != NULL;
        sv = newSVpvn(value, size);
        slot->sv = hv_store(hash, slot->key, slot->length, sv, 0) ? sv : NULL;
        live += slot->sv != NULL;
    }
    SvTAINTED_on(sv);
}
