/* site_files.c - the list of files that a script reports to have asked for. */
#include "fuzz.h"

#include <string.h>

#include "pool/manager/scripts/site_files.h"

static size_t count_pairs(const mh_site_files_t *modules)
{
    mh_wire_field_t list = mh_site_files_field(modules);
    const char *at = NULL;
    size_t count = 0;

    while ((at = mh_wire_next(&list, at)))
        count++;
    mh_fuzz_expect(count % 2 == 0, "a list is pairs");
    mh_fuzz_expect(modules->size <= MH_SITE_FILES_MAX, "a list is bounded");
    return count / 2;
}

void mh_fuzz_site_files(const char *data, size_t size)
{
    mh_wire_field_t list = { data, (uint32_t)size };
    mh_site_files_t modules = { 0 };
    bool added = mh_site_files_add(&modules, &list);
    size_t count = count_pairs(&modules);
    mh_wire_field_t all = mh_site_files_field(&modules);
    const char *key = NULL;

    mh_fuzz_expect(added == (count > 0), "it says whether it has added any");
    mh_fuzz_expect(!mh_site_files_add(&modules, &list) ||
                       modules.size > MH_SITE_FILES_MAX / 2,
                   "what is known is not added");
    while ((key = mh_wire_next(&all, key))) {
        mh_fuzz_expect(mh_site_files_has(&modules, key),
                       "what is in it is found");
        key = mh_wire_next(&all, key);
    }
    mh_site_files_clear(&modules);
}
