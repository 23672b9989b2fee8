/*
 * script.c - see script.h.
 */
#include "pool/manager/scripts/script.h"

#include <stdlib.h>
#include <string.h>

#include "pool/manager/watch/dependencies.h"
#include "pool/manager/watch/scout.h"
#include "pool/manager/common/notice.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/common/counters.h"

#define BUCKETS 512 /* a power of two */
#define VARIES_MAX 4096
#define WHY_MAX 500

static mh_link_t scripts = { &scripts, &scripts };
static unsigned script_count;
static mh_script_t *table[BUCKETS];

/* FNV-1a, by which a text is remembered: names are the administrator's, not the
 * client's. */
static uint64_t sum_of(const char *text)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return sum;
}

static mh_script_t **bucket(const char *path)
{
    return &table[sum_of(path) & (BUCKETS - 1)];
}

static mh_script_t *find(const char *path, const mh_startup_t *startup)
{
    mh_script_t *script = *bucket(path);

    for (; script; script = script->same)
        if (!strcmp(script->path, path) &&
            script->ignored == startup->ignored &&
            script->startup_size == startup->size &&
            !memcmp(script->startup, startup->data, startup->size))
            return script;
    return NULL;
}

static void free_script(mh_script_t *script)
{
    free(script->path);
    free(script->startup);
    free(script->shebang);
    free(script->search);
    free(script->look);
    free(script->loaded);
    free(script->why);
    mh_site_files_clear(&script->files);
    mh_script_forget_varies(script);
    mh_steady_forget(&script->steady);
    mh_loop_free(script);
}

static void drop(mh_script_t *script)
{
    mh_script_t **at = bucket(script->path);

    while (*at && *at != script)
        at = &(*at)->same;
    if (*at)
        *at = script->same;
    mh_link_remove(&script->link);
    script_count--;
    if (script->owner)
        mh_dependencies_remove(script->owner);
    free_script(script);
}

static void make_room(void)
{
    mh_link_t *link = scripts.next;

    while (script_count >= MH_SCRIPT_MAX && link != &scripts) {
        mh_script_t *script = MH_OWNER(link, mh_script_t, link);

        link = link->next;
        if (mh_link_empty(&script->jobs) && !script->zygote &&
            !script->successor)
            drop(script);
    }
}

static mh_script_t *new_script(const char *path, const mh_startup_t *startup)
{
    mh_script_t *script = calloc(1, sizeof(*script));

    if (!script)
        return NULL;
    script->number = mh_manager_number();
    script->path = strdup(path);
    script->startup = malloc(startup->size + 1);
    if (!script->path || !script->startup) {
        free(script->path);
        free(script->startup);
        free(script);
        return NULL;
    }
    memcpy(script->startup, startup->data, startup->size);
    script->startup_size = startup->size;
    script->ignored = startup->ignored;
    mh_link_init(&script->jobs);
    mh_link_init(&script->waiting);
    return script;
}

mh_script_t *mh_script_of(const char *path, const mh_startup_t *startup)
{
    mh_script_t *script = find(path, startup);

    if (!script) {
        mh_script_t **first = bucket(path);

        make_room();
        script = new_script(path, startup);
        if (!script)
            return NULL;
        script->row = mh_scoreboard_script(mh_counters_board(), path);
        script->same = *first;
        *first = script;
        script_count++;
        mh_link_init(&script->link);
    }
    mh_link_remove(&script->link);
    mh_link_append(&scripts, &script->link);
    return script;
}

mh_script_t *mh_script_of_path(const char *path, const mh_script_t *after)
{
    mh_script_t *script = after ? after->same : *bucket(path);

    while (script && strcmp(script->path, path) != 0)
        script = script->same;
    return script;
}

/* httpd knows times by the microsecond. */
static bool same_stamp(const mh_wire_stamp_t *one, const mh_wire_stamp_t *other)
{
    return one->device == other->device && one->inode == other->inode &&
           one->size == other->size && one->mtime / 1000 == other->mtime / 1000;
}

static mh_wire_stamp_t stamp_of(const struct stat *status)
{
    return (mh_wire_stamp_t){
        .device = status->st_dev,
        .inode = status->st_ino,
        .size = (uint64_t)status->st_size,
        .mtime = (int64_t)status->st_mtim.tv_sec * 1000000000 +
                 status->st_mtim.tv_nsec,
    };
}

bool mh_script_look(mh_script_t *script, const mh_wire_stamp_t *seen,
                    bool *changed)
{
    mh_wire_stamp_t stamp = { 0 };
    mh_looked_t looked;

    *changed = false;
    if (seen && same_stamp(seen, &script->stamp))
        return true;
    if (!mh_scout_look(MH_LOOK_STAT, script->path, &looked))
        return false;
    if (!looked.error)
        stamp = stamp_of(&looked.status);
    /* Two requests may have seen the old and the new file, in any order. */
    *changed = memcmp(&stamp, &script->stamp, sizeof(stamp)) != 0;
    script->stamp = stamp;
    return true;
}

bool mh_script_varies(mh_script_t *script, const char *name)
{
    mh_wire_field_t list = { script->varies, script->varies_size };
    size_t size = strlen(name) + 1;
    char *more;

    for (const char *at = mh_wire_next(&list, NULL); at;
         at = mh_wire_next(&list, at))
        if (!strcmp(at, name))
            return false;
    if (list.size + size > VARIES_MAX)
        return false;
    more = realloc(script->varies, list.size + size);
    if (!more)
        return false;
    memcpy(more + list.size, name, size);
    script->varies = more;
    script->varies_size += (uint32_t)size;
    return true;
}

void mh_script_forget_varies(mh_script_t *script)
{
    free(script->varies);
    script->varies = NULL;
    script->varies_size = 0;
}

mh_script_t *mh_script_of_number(uint64_t number)
{
    mh_link_t *link = scripts.next;

    for (; link != &scripts; link = link->next)
        if (MH_OWNER(link, mh_script_t, link)->number == number)
            return MH_OWNER(link, mh_script_t, link);
    return NULL;
}

mh_link_t *mh_script_all(void)
{
    return &scripts;
}

void mh_script_unsay(mh_script_t *script)
{
    free(script->why);
    script->why = NULL;
}

void mh_script_say(mh_script_t *script, const char *code, const char *how,
                   const char *why, const char *same)
{
    uint64_t sum = sum_of(same);

    free(script->why);
    script->why = strndup(why, WHY_MAX);
    if (script->said != sum)
        mh_notice(MH_NOTE, "%s%s %s: %.1000s", code, script->path, how, why);
    script->said = sum;
}
