/*
 * mapping.h - the mappings of this process, from /proc/self/maps and smaps.
 * Runs in zygotes and templates.
 */
#ifndef MEHARI_POOL_ROLLBACK_MAPPING_H
#define MEHARI_POOL_ROLLBACK_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MH_PAGE 4096UL
#define MH_PAGE_SHIFT 12

/* A perl with very many libraries has some hundred. */
#define MH_MAPPINGS 4096

typedef struct mh_mapping_t {
    uintptr_t start;
    uintptr_t end;
    uint64_t offset;
    uint64_t file;  /* device and inode; 0: none */
    uint32_t first; /* number of its first page, among all put back */
    uint8_t access; /* PROT_READ, PROT_WRITE, PROT_EXEC */
    bool shared;
    bool stack;
    bool kernel; /* [vdso] and its like */
    bool odd;    /* of a device, of huge pages, of io_setup(), with guards */
    /* Marks, which only smaps shows: */
    bool through; /* shared, and can be written, if need be after mprotect() */
    bool wiped;   /* MADV_WIPEONFORK */
    bool alone;   /* MADV_DONTFORK */
    bool dropped; /* MAP_DROPPABLE */
    bool filled;  /* it has pages, in memory or swapped out */
    bool locked;  /* mlock() */
} mh_mapping_t;

typedef struct mh_mapping_list_t {
    uint32_t count;
    mh_mapping_t at[MH_MAPPINGS];
} mh_mapping_list_t;

/*
 * Calls each for every mapping of this process, in the order of addresses,
 * until it returns false. Lines are read into the buffer. With marks, it reads
 * smaps, which takes a millisecond or so. NULL, or an error.
 */
const char *mh_mappings_each(char *buffer, size_t size, bool marks,
                             bool (*each)(void *context,
                                          const mh_mapping_t *mapping),
                             void *context);

/* True for private memory that can be written. */
static inline bool mh_mapping_is_put_back(const mh_mapping_t *mapping)
{
    return (mapping->access & 2) && !mapping->shared && !mapping->kernel &&
           !mapping->dropped;
}

/* A page that is put back. */
typedef struct mh_page_t {
    const mh_mapping_t *mapping; /* its mapping; NULL: before the first */
    uintptr_t address;
    uint32_t number; /* among all that are put back */
} mh_page_t;

/* Goes on to the next page, from { NULL }; false: there is none. */
bool mh_mapping_next_page(const mh_mapping_list_t *list, mh_page_t *page);

/* Index of the first mapping that ends above address; list->count: none. */
uint32_t mh_mapping_find(const mh_mapping_list_t *list, uintptr_t address);

#endif
