/*
 * hidden_symbol.c - packages and symbols of hidden modules: taken out of the
 * symbol table, so that the script neither finds them nor collides with them,
 * and put back when their module is shown.
 *
 * Compiled code does not look for them by name but has their addresses, so it
 * works all the time; what goes by name (methods of a class) works when the
 * module is there. A package is put where it belongs by an assignment to a
 * glob, which is how perl learns that a class has come.
 */
#define PERL_NO_GET_CONTEXT
#include "exact/hidden_part.h"

#include <stdlib.h>

typedef enum {
    UNIT_STASH,  /* a whole package, of the module of that name */
    UNIT_SYMBOL, /* a new name in another package */
    UNIT_SLOTS   /* what a name got that had been mentioned before */
} unit_kind_e;

typedef struct unit_t {
    unit_kind_e kind;
    char *name; /* UNIT_STASH: of the package; else of the symbol in stash */
    HV *stash;
    SV *symbol;       /* but for UNIT_STASH */
    mh_slots_t slots; /* UNIT_SLOTS */
    mh_module_t **owners;
    size_t owner_count;
    bool attached;
    bool fresh; /* of the load that has just been */
} unit_t;

static struct {
    unit_t **list; /* packages come after those that they are in */
    size_t count;
} units;

static void *allocate(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

/* --- whose is it? --- */

static void add_owner(unit_t *unit, mh_module_t *module)
{
    for (size_t i = 0; i < unit->owner_count; i++)
        if (unit->owners[i] == module)
            return;
    unit->owners = allocate(unit->owners,
                            (unit->owner_count + 1) * sizeof(mh_module_t *));
    unit->owners[unit->owner_count++] = module;
}

static mh_module_t *fresh(mh_module_t *module)
{
    return module && module->fresh ? module : NULL;
}

/* Foo::Bar is the package of Foo/Bar.pm. */
static mh_module_t *module_of_package(const char *name, size_t length)
{
    char key[1024];
    size_t size = 0;

    if (length > sizeof(key) - 4)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        if (name[i] == ':' && i + 1 < length && name[i + 1] == ':') {
            key[size++] = '/';
            i++;
        } else
            key[size++] = name[i];
    }
    memcpy(key + size, ".pm", 4);
    return fresh(mh_module_known(key));
}

/* Foo::Bar::Part, when there is no such file, is probably Foo/Bar.pm's. */
static mh_module_t *module_around_package(const char *name)
{
    mh_module_t *module = NULL;

    for (size_t length = strlen(name); length && !module; length--)
        if (name[length] == ':')
            module = module_of_package(name, length - 1);
    return module;
}

/* The file of a subroutine that was compiled in this package. */
static mh_module_t *module_of_code(pTHX_ const mh_slots_t *slots)
{
    CV *code = slots->code;
    GV *glob;

    if (!code || CvISXSUB(code) || !CvFILE(code))
        return NULL;
    glob = CvGV(code);
    if (!glob || GvSTASH(glob) != slots->stash)
        return NULL;
    return fresh(mh_module_by_path(CvFILE(code)));
}

/* The file that first named the symbol; what loads shared objects names all. */
static mh_module_t *module_of_file(const mh_slots_t *slots)
{
    const GV *gv = (const GV *)slots->symbol;
    mh_module_t *module;
    const char *file = isGV_with_GP(gv) ? GvFILE(gv) : NULL;

    if (!file)
        return NULL;
    module = fresh(mh_module_by_path(file));
    if (module && (strEQ(module->key, "XSLoader.pm") ||
                   strEQ(module->key, "DynaLoader.pm")))
        return NULL;
    return module;
}

mh_module_t *mh_module_of_stash(const HV *stash)
{
    const char *package = HvNAME_get(stash);

    return module_of_package(package, strlen(package));
}

static void find_owner(pTHX_ unit_t *unit, const mh_slots_t *slots)
{
    mh_module_t *module = module_of_code(aTHX_ slots);

    if (!module && unit->kind == UNIT_STASH)
        module = mh_module_of_stash(unit->stash);
    if (!module)
        module = module_of_file(slots);
    if (!module)
        module = mh_module_of_stash(slots->stash);
    if (!module)
        module = module_around_package(HvNAME_get(slots->stash));
    if (module)
        add_owner(unit, module);
}

/* --- collecting --- */

static unit_t *new_unit(unit_kind_e kind, const char *name, HV *stash)
{
    unit_t *unit = allocate(NULL, sizeof(unit_t));

    *unit = (unit_t){
        .kind = kind, .name = strdup(name), .stash = stash, .attached = true
    };
    SvREFCNT_inc_simple_void_NN(stash);
    units.list = allocate(units.list, (units.count + 1) * sizeof(unit_t *));
    units.list[units.count++] = unit;
    return unit;
}

/* The unit of a package (symbol: NULL), or of one of its symbols. */
static unit_t *find_unit(const HV *stash, const SV *symbol)
{
    for (size_t i = 0; i < units.count; i++)
        if (units.list[i]->stash == stash && units.list[i]->symbol == symbol)
            return units.list[i];
    return NULL;
}

static unit_t *unit_of_symbol(const mh_slots_t *slots, bool is_new)
{
    unit_t *unit = new_unit(is_new ? UNIT_SYMBOL : UNIT_SLOTS,
                            HEK_KEY(slots->key), slots->stash);

    unit->symbol = SvREFCNT_inc_simple_NN(slots->symbol);
    unit->slots = *slots;
    return unit;
}

/* Packages first, those with longer names after those that hold them. */
static int compare(const void *one, const void *other)
{
    const unit_t *a = *(unit_t *const *)one;
    const unit_t *b = *(unit_t *const *)other;
    bool a_stash = a->kind == UNIT_STASH;
    bool b_stash = b->kind == UNIT_STASH;

    if (a_stash != b_stash)
        return a_stash ? -1 : 1;
    if (!a_stash || strlen(a->name) == strlen(b->name))
        return 0;
    return strlen(a->name) < strlen(b->name) ? -1 : 1;
}

static void sort(void)
{
    if (units.count)
        qsort(units.list, units.count, sizeof(unit_t *), compare);
}

/* Leaves the list unsorted. */
static void drop(pTHX_ size_t at)
{
    unit_t *unit = units.list[at];

    SvREFCNT_dec(unit->stash);
    SvREFCNT_dec(unit->symbol);
    free(unit->name);
    free(unit);
    units.list[at] = units.list[--units.count];
}

/* What nobody is known to own stays where it is. */
static void drop_ownerless(pTHX_ size_t from)
{
    for (size_t i = units.count; i-- > from;)
        if (!units.list[i]->owner_count)
            drop(aTHX_ i);
}

/* What is known came back with a module that was shown meanwhile. */
static void collect_symbol(pTHX_ const mh_survey_t *before,
                           const mh_slots_t *slots)
{
    const mh_slots_t *old = mh_survey_find(before, slots->stash, slots->key);
    unit_t *unit;

    if (!slots->content || slots->stash == PL_defstash ||
        (old && (old->content || !isGV_with_GP(slots->symbol))))
        return;
    unit = find_unit(slots->stash, NULL);
    if (!unit)
        unit = find_unit(slots->stash, slots->symbol);
    if (unit && !unit->fresh)
        return;
    if (!unit && !mh_survey_has_stash(before, slots->stash) &&
        mh_module_of_stash(slots->stash))
        unit = new_unit(UNIT_STASH, HvNAME_get(slots->stash), slots->stash);
    else if (!unit)
        unit = unit_of_symbol(slots, !old);
    find_owner(aTHX_ unit, slots);
}

void mh_symbols_collect(pTHX_ const mh_survey_t *before,
                        const mh_survey_t *after)
{
    size_t from = units.count;

    for (size_t i = 0; i < after->count; i++)
        if (after->list[i].key)
            collect_symbol(aTHX_ before, &after->list[i]);
    drop_ownerless(aTHX_ from);
    for (size_t u = from; u < units.count; u++)
        units.list[u]->fresh = false;
    sort();
}

void mh_symbols_forget(pTHX_ const mh_module_t *module)
{
    for (size_t u = 0; u < units.count; u++) {
        unit_t *unit = units.list[u];

        for (size_t i = 0; i < unit->owner_count; i++)
            if (unit->owners[i] == module)
                unit->owners[i] = unit->owners[--unit->owner_count];
    }
    drop_ownerless(aTHX_ 0);
    sort();
}

/* --- putting back --- */

static bool wanted(const unit_t *unit)
{
    for (size_t i = 0; i < unit->owner_count; i++)
        if (unit->owners[i]->visited ||
            unit->owners[i]->state == MH_MODULE_SHOWN)
            return true;
    return false;
}

static bool is_package(const HE *entry)
{
    STRLEN length = HeKLEN(entry);

    return length > 2 && memcmp(HeKEY(entry) + length - 2, "::", 2) == 0;
}

/* More than a name that was mentioned. */
static bool has_content(const SV *symbol)
{
    const GV *gv = (const GV *)symbol;

    return !isGV_with_GP(gv) || GvCVu(gv) || GvIO(gv) || GvFORM(gv) ||
           (GvSV(gv) && SvOK(GvSV(gv))) ||
           (GvAV(gv) && AvFILLp(GvAV(gv)) >= 0) ||
           (GvHV(gv) && HvTOTALKEYS(GvHV(gv)));
}

/* Packages below it do not count: they are moved. */
static bool stash_has_content(HV *stash)
{
    HE **array = HvARRAY(stash);

    for (STRLEN i = 0; array && i <= HvMAX(stash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!is_package(entry) && has_content(HeVAL(entry)))
                return true;
    return false;
}

/* Code was compiled in it. */
static bool is_in_use(pTHX_ const HV *stash)
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

static bool may_attach(pTHX_ const unit_t *unit)
{
    SV **symbol;
    HV *there;

    switch (unit->kind) {
    case UNIT_STASH:
        there = gv_stashpv(unit->name, 0);
        return !there || (!stash_has_content(there) && !is_in_use(aTHX_ there));
    case UNIT_SYMBOL:
        symbol = hv_fetch(unit->stash, unit->name, (I32)strlen(unit->name), 0);
        return !symbol || (isGV_with_GP(unit->symbol) && !has_content(*symbol));
    default:
        return !has_content(unit->symbol);
    }
}

bool mh_symbols_may_attach(pTHX)
{
    for (size_t i = 0; i < units.count; i++)
        if (!units.list[i]->attached && wanted(units.list[i]) &&
            !may_attach(aTHX_ units.list[i]))
            return false;
    return true;
}

static void place(pTHX_ const char *name, HV *stash)
{
    SV *path = sv_2mortal(newSVpvf("%s::", name));
    GV *gv = gv_fetchsv(path, GV_ADD, SVt_PVHV);

    sv_setsv_mg((SV *)gv, sv_2mortal(newRV_inc((SV *)stash)));
}

/*
 * Code that mentions a name has the address of its glob: from now on that holds
 * what the hidden one holds. It is never freed, so that perl does not take it
 * for a glob that a single package has (gv_method_changed() in gv.h).
 */
static void share(pTHX_ GV *stub, GV *gv)
{
    GP *gp = gp_ref(GvGP(gv));

    SvREFCNT_inc_simple_void_NN(stub);
    gp_free(stub);
    GvGP_set(stub, gp);
}

/* One name of a package that gives way to the hidden one of the same name. */
static void move_entry(pTHX_ const char *name, const HE *entry)
{
    GV *old = (GV *)HeVAL(entry);
    SV *path = newSVpvf("%s::%.*s", name, (int)HeKLEN(entry), HeKEY(entry));

    sv_2mortal(path);
    if (!isGV_with_GP(old))
        return;
    if (!is_package(entry))
        share(aTHX_ old, gv_fetchsv(path, GV_ADD, SVt_PV));
    else if (GvHV(old))
        sv_setsv_mg((SV *)gv_fetchsv(path, GV_ADD, SVt_PVHV),
                    sv_2mortal(newRV_inc((SV *)GvHV(old))));
}

static void attach_stash(pTHX_ const unit_t *unit)
{
    HV *there = gv_stashpv(unit->name, 0);
    HE **array = there ? HvARRAY(there) : NULL;

    SvREFCNT_inc_simple_void(there);
    place(aTHX_ unit->name, unit->stash);
    for (STRLEN i = 0; array && i <= HvMAX(there); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            move_entry(aTHX_ unit->name, entry);
}

/* A method, or the list of parents: perl keeps what it found by name. */
static void changed(pTHX_ const unit_t *unit)
{
    const char *name = HvENAME_get(unit->stash);

    if (!name)
        return;
    if (strEQ(unit->name, "ISA"))
        Perl_mro_isa_changed_in(aTHX_ unit->stash);
    else
        mro_method_changed_in(unit->stash);
}

static void attach_symbol(pTHX_ const unit_t *unit)
{
    SV **stub = hv_fetch(unit->stash, unit->name, (I32)strlen(unit->name), 0);

    if (stub && isGV_with_GP(unit->symbol))
        share(aTHX_(GV *) * stub, (GV *)unit->symbol);
    SvREFCNT_inc_simple_void_NN(unit->symbol);
    (void)hv_store(unit->stash, unit->name, (I32)strlen(unit->name),
                   unit->symbol, 0);
    changed(aTHX_ unit);
}

static void attach_slots(pTHX_ const unit_t *unit)
{
    GV *gv = (GV *)unit->symbol;
    const mh_slots_t *slots = &unit->slots;

    if (slots->code)
        GvCV_set(gv, slots->code);
    if (slots->scalar && SvOK(slots->scalar)) {
        SvREFCNT_dec(GvSV(gv));
        GvSV(gv) = slots->scalar;
    }
    if (slots->array && AvFILLp(slots->array) >= 0) {
        SvREFCNT_dec(GvAV(gv));
        GvAV(gv) = slots->array;
    }
    if (slots->hash && HvTOTALKEYS(slots->hash)) {
        SvREFCNT_dec(GvHV(gv));
        GvHV(gv) = slots->hash;
    }
    if (slots->io)
        GvIOp(gv) = slots->io;
    changed(aTHX_ unit);
}

void mh_symbols_attach(pTHX)
{
    for (size_t i = 0; i < units.count; i++) {
        unit_t *unit = units.list[i];

        if (unit->attached || !wanted(unit))
            continue;
        unit->attached = true;
        if (unit->kind == UNIT_STASH)
            attach_stash(aTHX_ unit);
        else if (unit->kind == UNIT_SYMBOL)
            attach_symbol(aTHX_ unit);
        else
            attach_slots(aTHX_ unit);
    }
}

/* --- taking out --- */

static void detach_stash(pTHX_ const unit_t *unit)
{
    const char *colons = NULL;
    HV *parent = PL_defstash;
    SV *key;

    for (const char *at = strstr(unit->name, "::"); at;
         at = strstr(at + 2, "::"))
        colons = at;
    if (colons)
        parent = gv_stashpvn(unit->name, (U32)(colons - unit->name), 0);
    key = newSVpvf("%s::", colons ? colons + 2 : unit->name);
    if (parent)
        (void)hv_delete_ent(parent, sv_2mortal(key), G_DISCARD, 0);
}

static void detach_symbol(pTHX_ const unit_t *unit)
{
    (void)hv_delete(unit->stash, unit->name, (I32)strlen(unit->name),
                    G_DISCARD);
    changed(aTHX_ unit);
}

static void detach_slots(pTHX_ unit_t *unit)
{
    GV *gv = (GV *)unit->symbol;
    mh_slots_t *slots = &unit->slots;

    slots->code = GvCVu(gv);
    slots->scalar = GvSV(gv);
    slots->array = GvAV(gv);
    slots->hash = GvHV(gv);
    slots->io = GvIO(gv);
    if (slots->code)
        GvCV_set(gv, NULL);
    if (slots->scalar && SvOK(slots->scalar))
        GvSV(gv) = NULL;
    if (slots->array && AvFILLp(slots->array) >= 0)
        GvAV(gv) = NULL;
    if (slots->hash && HvTOTALKEYS(slots->hash))
        GvHV(gv) = NULL;
    if (slots->io)
        GvIOp(gv) = NULL;
    changed(aTHX_ unit);
}

void mh_symbols_detach(pTHX)
{
    for (size_t i = units.count; i-- > 0;) {
        unit_t *unit = units.list[i];

        if (!unit->attached || wanted(unit))
            continue;
        unit->attached = false;
        if (unit->kind == UNIT_STASH)
            detach_stash(aTHX_ unit);
        else if (unit->kind == UNIT_SYMBOL)
            detach_symbol(aTHX_ unit);
        else
            detach_slots(aTHX_ unit);
    }
}
