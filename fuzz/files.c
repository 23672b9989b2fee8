/*
 * files.c - the list of files that a script depends on.
 */
#include "fuzz.h"

#include <string.h>

#include "pool/manager/watch/dependencies.h"
#include "shared/wire/files.h"

static void count(void *context, uint64_t owner)
{
    *(int *)context += owner == 1 ? 1 : 2;
}

static void check_entry(const char *entry)
{
    mh_file_t file;

    if (!mh_file_read(entry, &file))
        return;
    mh_fuzz_expect(file.path[0] == '/', "a path is absolute");
    mh_fuzz_expect(file.path + strlen(file.path) == entry + strlen(entry),
                   "a path ends with its entry");
}

void mh_fuzz_files(const char *data, size_t size)
{
    mh_wire_field_t list = { data, (uint32_t)size };
    const char *at = NULL;
    int changed = 0;

    while ((at = mh_wire_next(&list, at)))
        check_entry(at);
    if (mh_dependencies_add(1, &list))
        mh_dependencies_remove(1);
    mh_dependencies_drain(count, &changed);
    mh_fuzz_expect(changed <= 1, "an owner is reported once");
    mh_dependencies_remove(1);
}
