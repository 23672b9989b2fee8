/*
 * linked.c - see linked.h.
 */
/* The list of loaded objects is GNU's. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "module/perl/linked.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

/* The tables of a loaded object that name the functions that it calls. */
typedef struct {
    const ElfW(Sym) * symbols;
    const char *names;
    const uint32_t *hash; /* DT_GNU_HASH */
    const uint32_t *old;  /* DT_HASH */
} tables_t;

static void load_file(pTHX_ CV *cv);

static XSUBADDR_t original; /* DynaLoader::dl_load_file, of any interpreter */

void mh_linked_boot(pTHX_ CV *cv)
{
    CV *loads;

    boot_DynaLoader(aTHX_ cv);
    loads = get_cv("DynaLoader::dl_load_file", 0);
    if (!loads || !CvISXSUB(loads) || CvXSUB(loads) == load_file)
        return;
    original = CvXSUB(loads);
    CvXSUB(loads) = load_file;
}

static tables_t tables_of(const struct link_map *map)
{
    tables_t tables = { 0 };

    for (const ElfW(Dyn) *at = map->l_ld; at && at->d_tag != DT_NULL; at++) {
        const void *where = (const void *)at->d_un.d_ptr;

        if (at->d_tag == DT_SYMTAB)
            tables.symbols = where;
        else if (at->d_tag == DT_STRTAB)
            tables.names = where;
        else if (at->d_tag == DT_GNU_HASH)
            tables.hash = where;
        else if (at->d_tag == DT_HASH)
            tables.old = where;
    }
    return tables;
}

/* Undefined symbols come before those in GNU's table. */
static uint32_t count_of(const tables_t *tables)
{
    if (!tables->symbols || !tables->names)
        return 0;
    if (tables->old)
        return tables->old[1];
    return tables->hash ? tables->hash[1] : 0;
}

/*
 * The first function of mod_perl that the object calls and that is not there;
 * or NULL.
 */
static const char *lacks(void *handle)
{
    struct link_map *map = NULL;
    tables_t tables;
    uint32_t count;

    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map)
        return NULL;
    tables = tables_of(map);
    count = count_of(&tables);
    for (uint32_t i = 1; i < count; i++) {
        const ElfW(Sym) *symbol = &tables.symbols[i];
        const char *name = tables.names + symbol->st_name;

        if (symbol->st_shndx == SHN_UNDEF &&
            ELF64_ST_BIND(symbol->st_info) != STB_WEAK &&
            (!strncmp(name, "modperl_", 8) || !strncmp(name, "mpxs_", 5)) &&
            !dlsym(handle, name) && !dlsym(RTLD_DEFAULT, name))
            return name;
    }
    return NULL;
}

/* DynaLoader::dl_load_file($file, $flags): a handle, or undef. */
static void load_file(pTHX_ CV *cv)
{
    dXSARGS;
    SV *file = items ? sv_mortalcopy(ST(0)) : &PL_sv_undef;
    SV *result;
    const char *name;

    PUSHMARK(MARK);
    PUTBACK;
    original(aTHX_ cv);
    SPAGAIN;
    result = *SP;
    name = SvIOK(result) ? lacks(INT2PTR(void *, SvIV(result))) : NULL;
    if (name)
        Perl_croak(aTHX_ "Can't load '%" SVf "': it calls %s, a C function of "
                         "mod_perl that mehari does not have",
                   SVfARG(file), name);
    PUTBACK;
}
