/*
 * mapping.h - what is mapped where, as /proc/self/maps and smaps say.
 */
#ifndef MEHARI_ROLLBACK_MAPPING_H
#define MEHARI_ROLLBACK_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

/* A perl with very many libraries has some hundred. */
#define MH_MAPPINGS 4096

typedef struct mh_mapping_t {
    uintptr_t start;
    uintptr_t end;
    uint64_t offset;
    uint64_t file;  /* device and inode; 0: none */
    uint32_t first; /* of its pages, among all that are put back */
    uint8_t access; /* PROT_READ, PROT_WRITE, PROT_EXEC */
    bool shared;
    bool stack;
    bool kernel;  /* [vdso] and its like */
    bool wiped;   /* MADV_WIPEONFORK; known from smaps only */
    bool alone;   /* MADV_DONTFORK; the same */
    bool dropped; /* MAP_DROPPABLE; the same */
    bool odd;     /* of a device, of huge pages, of io_setup() */
} mh_mapping_t;

typedef struct mh_mapping_list_t {
    uint32_t count;
    mh_mapping_t at[MH_MAPPINGS];
} mh_mapping_list_t;

struct mh_room_t;

/*
 * Reads those of this process into list, without the room's own. With flags,
 * what only smaps knows too, which is slow. NULL, or why not.
 */
const char *mh_mappings_read(struct mh_room_t *room, mh_mapping_list_t *list,
                             bool flags);

/* It can be written, and is nobody else's. */
static inline bool mh_mapping_is_put_back(const mh_mapping_t *mapping)
{
    return (mapping->access & 2) && !mapping->shared && !mapping->kernel &&
           !mapping->dropped;
}

/* One that is put back. */
typedef struct mh_page_t {
    const mh_mapping_t *mapping; /* it is in; NULL: before the first */
    uintptr_t address;
    uint32_t number; /* among all that are put back */
} mh_page_t;

/* Goes on to the next, from { NULL }; false: there is none. */
bool mh_mapping_next_page(const mh_mapping_list_t *list, mh_page_t *page);

/* The first that ends above address; list->count: none. */
uint32_t mh_mapping_find(const mh_mapping_list_t *list, uintptr_t address);

#endif
