/*
 * bind.c - see bind.h.
 *
 * Each call of a library goes through a slot, which ld.so fills at the first
 * call with the address of the function: of this name and version, in the first
 * library that has it. dlsym() and dlvsym() look in the same order.
 */
#include "pool/perl/bind.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#define SLOT R_X86_64_JUMP_SLOT
#elif defined(__aarch64__)
#define SLOT R_AARCH64_JUMP_SLOT
#else
#define SLOT UINT32_MAX /* all is left to ld.so */
#endif

#define LOCAL_OR_GLOBAL 1 /* versions up to this one have no name */
#define HIDDEN 0x8000     /* bit of a version */

/* The dynamic section of a library; NULL: it has no such part. */
typedef struct {
    ElfW(Addr) base;
    const ElfW(Rela) * slots;
    size_t size; /* bytes of slots */
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Half) * versions;
    const ElfW(Verneed) * needs;
    bool bound; /* at its load, and its slots cannot be written */
} library_t;

/* ld.so has turned some of the offsets into addresses in place, others not. */
static const void *place_of(const library_t *library, ElfW(Addr) address)
{
    return (const void *)(address < library->base ? library->base + address
                                                  : address);
}

static void read_entry(library_t *library, const ElfW(Dyn) * entry)
{
    const void *place = place_of(library, entry->d_un.d_ptr);

    switch (entry->d_tag) {
    case DT_JMPREL:
        library->slots = place;
        break;
    case DT_PLTRELSZ:
        library->size = entry->d_un.d_val;
        break;
    case DT_SYMTAB:
        library->symbols = place;
        break;
    case DT_STRTAB:
        library->names = place;
        break;
    case DT_VERSYM:
        library->versions = place;
        break;
    case DT_VERNEED:
        library->needs = place;
        break;
    case DT_BIND_NOW:
        library->bound = true;
        break;
    case DT_FLAGS:
        library->bound |= (entry->d_un.d_val & DF_BIND_NOW) != 0;
        break;
    case DT_FLAGS_1:
        library->bound |= (entry->d_un.d_val & DF_1_NOW) != 0;
        break;
    default:
        break;
    }
}

static library_t read_library(const struct link_map *map)
{
    library_t library = { .base = map->l_addr };

    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        read_entry(&library, entry);
    return library;
}

/* NULL: the library asks for no version by this number. */
static const char *version_name(const library_t *library, unsigned number)
{
    const char *need = (const char *)library->needs;

    while (need) {
        const ElfW(Verneed) *file = (const void *)need;
        const char *at = need + file->vn_aux;

        for (unsigned i = 0; i < file->vn_cnt; i++) {
            const ElfW(Vernaux) *version = (const void *)at;

            if ((version->vna_other & ~HIDDEN) == number)
                return library->names + version->vna_name;
            at += version->vna_next;
        }
        need = file->vn_next ? need + file->vn_next : NULL;
    }
    return NULL;
}

static const struct link_map *home(const void *function)
{
    struct link_map *map = NULL;
    Dl_info info;

    if (!dladdr1(function, &info, (void **)&map, RTLD_DL_LINKMAP))
        return NULL;
    return map;
}

/*
 * dlvsym() overlooks functions without a version, by which this program and
 * sanitizers replace libc's. dlsym() finds those in front of libc's, but not
 * always the wanted one of several versions.
 */
static void *find_version(const char *name, const char *version)
{
    void *first = dlsym(RTLD_DEFAULT, name);
    void *versioned = dlvsym(RTLD_DEFAULT, name, version);

    if (!first || !versioned || first == versioned)
        return versioned;
    return home(first) == home(versioned) ? versioned : first;
}

static void *find(const library_t *library, size_t index)
{
    const ElfW(Sym) *symbol = &library->symbols[index];
    const char *name = library->names + symbol->st_name;
    unsigned number = library->versions ? library->versions[index] & ~HIDDEN
                                        : LOCAL_OR_GLOBAL;
    const char *version;

    if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
        ELF64_ST_VISIBILITY(symbol->st_other) != STV_DEFAULT)
        return NULL;
    if (number <= LOCAL_OR_GLOBAL)
        return dlsym(RTLD_DEFAULT, name);
    version = version_name(library, number);
    return version ? find_version(name, version) : NULL;
}

static void bind(const library_t *library)
{
    size_t count = library->size / sizeof(*library->slots);

    for (size_t i = 0; i < count; i++) {
        const ElfW(Rela) *slot = &library->slots[i];
        void *function;

        if (ELF64_R_TYPE(slot->r_info) != SLOT)
            continue;
        function = find(library, ELF64_R_SYM(slot->r_info));
        if (function)
            *(void **)(library->base + slot->r_offset) = function;
    }
}

void mh_bind_libraries(void)
{
    struct link_map *map = dlopen(NULL, RTLD_LAZY);

    for (; map; map = map->l_next) {
        library_t library = read_library(map);

        if (library.slots && !library.bound)
            bind(&library);
    }
}
