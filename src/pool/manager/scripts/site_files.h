/*
 * site_files.h - the site's files that a script asks for, as MH_TAG_ASKED: key
 * of %INC, way, key, way. Runs in the manager. The list comes from user code:
 * it is bounded, and every entry is checked.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_SITE_FILES_H
#define MEHARI_POOL_MANAGER_SCRIPTS_SITE_FILES_H

#include <stdbool.h>

#include "shared/wire/wire.h"

/* Bytes of one list: it travels with an environment in one message. */
#define MH_SITE_FILES_MAX (24 * 1024)

typedef struct mh_site_files_t {
    char *data; /* malloc()ed; NULL: empty */
    uint32_t size;
} mh_site_files_t;

mh_wire_field_t mh_site_files_field(const mh_site_files_t *files);
bool mh_site_files_has(const mh_site_files_t *files, const char *key);
/* Adds the files that are not in the list yet; returns whether there were
 * any. */
bool mh_site_files_add(mh_site_files_t *files, const mh_wire_field_t *list);
void mh_site_files_clear(mh_site_files_t *files);

#endif
