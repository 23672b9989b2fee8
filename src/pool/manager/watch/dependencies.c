/*
 * dependencies.c - see dependencies.h.
 *
 * Owners and files are linked by uses. A file that several owners depend on is
 * one file_t, since all of them saw the same there: an owner that saw something
 * else was reported.
 */
#include "pool/manager/watch/dependencies.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pool/manager/watch/path.h"
#include "pool/manager/watch/scout.h"

typedef struct owner_t {
    uint64_t id;
    size_t count;
    mh_link_t uses;
    mh_link_t changed;     /* in the ring of those to report */
    struct owner_t *below; /* its files are this one's, too; NULL */
    mh_link_t of_below;    /* in the ring of those above */
    mh_link_t above;
    bool gone; /* removed: it stays for those above */
} owner_t;

typedef struct file_t {
    mh_path_t way;
    mh_link_t link; /* in watched, swept or stirred */
    mh_link_t uses;
    uint64_t seen;
    bool blind;      /* events would not report changes: it is in swept */
    const char *key; /* the kind, then the path */
    char own[];
} file_t;

typedef struct use_t {
    mh_link_t of_owner;
    mh_link_t of_file;
    owner_t *owner;
    file_t *file;
} use_t;

static void *owners; /* a tree of owner_t */
static void *files;  /* a tree of file_t */

static mh_link_t changed = { &changed, &changed };

/* Every file is in one of these; in stirred until it has been looked at. */
static mh_link_t watched = { &watched, &watched };
static mh_link_t swept = { &swept, &swept };
static mh_link_t stirred = { &stirred, &stirred };

static time_t last_sweep;

/* Seconds after which the kernel is asked again for a watch. */
#define PATIENCE 10
/* Seconds until a refusal is news again. */
#define NEWS 3600

/* The kernel has refused a watch. */
static struct {
    time_t until; /* time of the next try; 0: no refusal */
    time_t said;
    bool news;
} refusal;

int mh_dependencies_open(void)
{
    return mh_directories_open();
}

/* poll() reports a change once for each open file; directories.c has another
 * one. */
int mh_dependencies_mounts(void)
{
    return open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
}

static int compare_owners(const void *a, const void *b)
{
    uint64_t left = ((const owner_t *)a)->id;
    uint64_t right = ((const owner_t *)b)->id;

    return (left > right) - (left < right);
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const file_t *)a)->key, ((const file_t *)b)->key);
}

static mh_file_kind_e kind_of(const file_t *file)
{
    return (mh_file_kind_e)file->key[0];
}

static mh_scout_question_t question_of(const file_t *file)
{
    bool link = kind_of(file) == MH_FILE_LINK;

    return (mh_scout_question_t){ link ? MH_LOOK_LSTAT : MH_LOOK_STAT,
                                  file->key + 1 };
}

/* Looks at the file. False: nobody can say. */
static bool look(const file_t *file, mh_looked_t *looked)
{
    mh_scout_question_t question = question_of(file);

    if (file->way.remote)
        return mh_scout_ask(&question, 1, looked);
    mh_look(question.what, question.path, looked);
    return true;
}

static uint64_t state_of(const file_t *file, const mh_looked_t *looked)
{
    return mh_file_seen(kind_of(file), looked->error ? NULL : &looked->status);
}

static void move(file_t *file, mh_link_t *ring)
{
    file->blind = ring == &swept;
    mh_link_remove(&file->link);
    mh_link_append(ring, &file->link);
}

static void mark_owner(owner_t *owner)
{
    const mh_link_t *at = owner->above.next;

    mh_link_remove(&owner->changed);
    mh_link_append(&changed, &owner->changed);
    for (; at != &owner->above; at = at->next)
        mark_owner(MH_OWNER(at, owner_t, of_below));
}

static void mark_users(const file_t *file)
{
    const mh_link_t *at = &file->uses;

    for (at = at->next; at != &file->uses; at = at->next)
        mark_owner(MH_OWNER(at, use_t, of_file)->owner);
}

static time_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return time.tv_sec;
}

/*
 * Notes that the kernel has refused a watch for the file. It is asked again
 * later.
 */
static void note_refusal(const file_t *file)
{
    if (!file->way.refused)
        return;
    if (!refusal.until || now() - refusal.said >= NEWS) {
        refusal.said = now();
        refusal.news = true;
    }
    refusal.until = now() + PATIENCE;
}

static bool may_be_watched(const file_t *file)
{
    return file->way.refused && now() >= refusal.until;
}

bool mh_dependencies_refused(void)
{
    bool news = refusal.news;

    refusal.news = false;
    return news;
}

/*
 * Watches a file first, then looks at it. A change after the look makes an
 * event, so no change is missed.
 */
static void watch_file(file_t *file)
{
    mh_looked_t looked;

    mh_path_watch(&file->way, kind_of(file), file->key + 1);
    note_refusal(file);
    move(file, file->way.complete ? &watched : &swept);
    file->seen = look(file, &looked) ? state_of(file, &looked) : MH_FILE_UNSURE;
}

static void watch_again(file_t *file)
{
    uint64_t seen = file->seen;

    watch_file(file);
    if (file->seen != seen)
        mark_users(file);
}

/*
 * If part of the path cannot be watched, the file is polled. If nobody can
 * look, the state that was seen last counts.
 */
static void check_file(file_t *file)
{
    mh_looked_t looked;

    if (!file->way.complete && !may_be_watched(file) &&
        (!look(file, &looked) || state_of(file, &looked) == file->seen))
        move(file, &swept);
    else
        watch_again(file);
}

/* Files at which the scout is to look. */
typedef struct remotes_t {
    file_t *files[MH_SCOUT_LOOKS];
    size_t count;
} remotes_t;

/* False: nobody can say. */
static bool check_remotes(remotes_t *remotes)
{
    mh_scout_question_t questions[MH_SCOUT_LOOKS];
    mh_looked_t looked[MH_SCOUT_LOOKS];
    size_t count = remotes->count;

    if (!count)
        return true;
    remotes->count = 0;
    for (size_t i = 0; i < count; i++)
        questions[i] = question_of(remotes->files[i]);
    if (!mh_scout_ask(questions, count, looked))
        return false;
    for (size_t i = 0; i < count; i++)
        if (state_of(remotes->files[i], &looked[i]) != remotes->files[i]->seen)
            watch_again(remotes->files[i]);
    return true;
}

static void stir(mh_interest_t *interest)
{
    move(MH_OWNER(mh_path_of(interest), file_t, way), &stirred);
}

/* All files are to be swept once. Then files whose whole path is watched return
 * to the ring watched. */
static void lose_all(void)
{
    while (!mh_link_empty(&watched))
        move(MH_OWNER(watched.next, file_t, link), &swept);
}

static void (*warn)(void);

static void coming(void)
{
    if (warn)
        warn();
}

void mh_dependencies_warn(void (*call)(void))
{
    warn = call;
}

static void take_events(void)
{
    static const mh_directories_calls_t calls = { coming, stir, lose_all };

    mh_directories_read(&calls);
    while (!mh_link_empty(&stirred))
        check_file(MH_OWNER(stirred.next, file_t, link));
}

/* The scout gets only one question, because each may take its time. */
static void sweep_file(file_t *file, remotes_t *remotes)
{
    if (!file->way.remote) {
        check_file(file);
        return;
    }
    move(file, &swept);
    if (remotes->count < MH_SCOUT_LOOKS)
        remotes->files[remotes->count++] = file;
}

static void sweep(void)
{
    remotes_t remotes = { .count = 0 };
    time_t second;
    const mh_link_t *last = swept.previous;
    const mh_link_t *at = NULL;

    if (mh_link_empty(&swept))
        return;
    second = now();
    if (second == last_sweep)
        return;
    last_sweep = second;
    for (int i = 0; i < MH_DEPENDENCIES_SWEEP && at != last; i++) {
        at = swept.next;
        sweep_file(MH_OWNER(at, file_t, link), &remotes);
    }
    check_remotes(&remotes);
}

static void drop_file(file_t *file)
{
    mh_path_forget(&file->way);
    mh_link_remove(&file->link);
    tdelete(file, &files, compare_files);
    free(file);
}

static file_t *make_file(const char *key)
{
    size_t size = strlen(key) + 1;
    file_t *file = calloc(1, sizeof(*file) + size);

    if (!file)
        return NULL;
    file->key = memcpy(file->own, key, size);
    mh_link_init(&file->link);
    mh_link_init(&file->uses);
    mh_path_init(&file->way);
    if (!tsearch(file, &files, compare_files)) {
        free(file);
        return NULL;
    }
    watch_file(file);
    return file;
}

static file_t *get_file(const mh_file_t *entry)
{
    char key[1 + PATH_MAX];
    file_t probe = { .key = key };
    file_t **found;

    key[0] = (char)entry->kind;
    memcpy(key + 1, entry->path, strlen(entry->path) + 1);
    found = tfind(&probe, &files, compare_files);
    if (!found)
        return make_file(key);
    if (!(*found)->way.complete)
        check_file(*found);
    return *found;
}

static void drop_use(use_t *use)
{
    file_t *file = use->file;

    mh_link_remove(&use->of_owner);
    mh_link_remove(&use->of_file);
    free(use);
    if (mh_link_empty(&file->uses))
        drop_file(file);
}

static int add_use(owner_t *owner, file_t *file)
{
    use_t *use;

    /* The newest use is last, because a file may be in a list twice. */
    if (!mh_link_empty(&file->uses) &&
        MH_OWNER(file->uses.previous, use_t, of_file)->owner == owner)
        return 0;
    if (owner->count == MH_DEPENDENCIES_OWNER_MAX)
        return E2BIG;
    use = calloc(1, sizeof(*use));
    if (!use)
        return ENOMEM;
    use->owner = owner;
    use->file = file;
    mh_link_init(&use->of_owner);
    mh_link_init(&use->of_file);
    mh_link_append(&owner->uses, &use->of_owner);
    mh_link_append(&file->uses, &use->of_file);
    owner->count++;
    return 0;
}

static void drop_uses(owner_t *owner)
{
    mh_link_t *at = owner->uses.next;

    while (at != &owner->uses) {
        use_t *use = MH_OWNER(at, use_t, of_owner);

        at = at->next;
        drop_use(use);
    }
}

/* Until the last of those above is dropped, too. */
static void drop_owner(owner_t *owner)
{
    owner_t *below = owner->below;

    owner->gone = true;
    if (!mh_link_empty(&owner->above))
        return;
    drop_uses(owner);
    mh_link_remove(&owner->changed);
    mh_link_remove(&owner->of_below);
    tdelete(owner, &owners, compare_owners);
    free(owner);
    if (below && below->gone)
        drop_owner(below);
}

static owner_t *find_owner(uint64_t id)
{
    owner_t key = { .id = id };
    owner_t **found = tfind(&key, &owners, compare_owners);

    return found ? *found : NULL;
}

static owner_t *get_owner(uint64_t id)
{
    owner_t *owner = find_owner(id);

    if (owner)
        return owner;
    owner = calloc(1, sizeof(*owner));
    if (!owner)
        return NULL;
    owner->id = id;
    mh_link_init(&owner->uses);
    mh_link_init(&owner->changed);
    mh_link_init(&owner->of_below);
    mh_link_init(&owner->above);
    if (!tsearch(owner, &owners, compare_owners)) {
        free(owner);
        return NULL;
    }
    return owner;
}

static int add_entry(owner_t *owner, const char *text)
{
    mh_file_t entry;
    file_t *file;
    int error;

    if (!mh_file_read(text, &entry))
        return EPROTO;
    file = get_file(&entry);
    if (!file)
        return ENOMEM;
    /* This owner may have seen a change that made no event. */
    if (file->seen != entry.seen)
        check_file(file);
    error = add_use(owner, file);
    if (error && mh_link_empty(&file->uses))
        drop_file(file);
    if (!error && file->seen != entry.seen)
        mark_owner(owner);
    return error;
}

int mh_dependencies_share(uint64_t id, uint64_t below)
{
    owner_t *owner = get_owner(id);
    owner_t *other = get_owner(below);

    if (!owner || !other)
        return ENOMEM;
    owner->below = other;
    mh_link_append(&other->above, &owner->of_below);
    return 0;
}

static bool is_list(const mh_wire_field_t *list)
{
    return !list->size || (list->data && !list->data[list->size - 1]);
}

int mh_dependencies_add(uint64_t id, const mh_wire_field_t *list)
{
    const char *at = NULL;
    owner_t *owner;
    int error = is_list(list) ? 0 : EPROTO;

    /*
     * An owner does not learn of changes that came before its files were seen.
     */
    take_events();
    owner = get_owner(id);
    if (!owner)
        return ENOMEM;
    while (!error && (at = mh_wire_next(list, at)))
        error = add_entry(owner, at);
    if (error)
        drop_owner(owner);
    return error;
}

/* True if a later change might have no event, and a second look might not show
 * it. */
static bool is_unsure(const file_t *file)
{
    mh_looked_t looked;

    return file->blind &&
           (!look(file, &looked) ||
            (!looked.error && mh_file_is_recent(&looked.status)));
}

static int add_present(owner_t *owner, mh_file_kind_e kind, const char *path)
{
    mh_file_t entry = { .kind = kind, .path = path };
    file_t *file = get_file(&entry);
    int error = file ? add_use(owner, file) : ENOMEM;

    if (error && file && mh_link_empty(&file->uses))
        drop_file(file);
    if (!error && is_unsure(file))
        mark_owner(owner);
    return error;
}

int mh_dependencies_add_file(uint64_t id, mh_file_kind_e kind, const char *path)
{
    owner_t *owner;
    int error;

    if (path[0] != '/' || strlen(path) >= PATH_MAX)
        return EPROTO;
    take_events();
    owner = get_owner(id);
    error = owner ? add_present(owner, kind, path) : ENOMEM;
    if (error && owner)
        drop_owner(owner);
    return error;
}

void mh_dependencies_doubt(uint64_t id)
{
    owner_t *owner = find_owner(id);

    if (owner)
        mark_owner(owner);
}

void mh_dependencies_remove(uint64_t id)
{
    owner_t *owner = find_owner(id);

    if (owner)
        drop_owner(owner);
}

static bool look_at_all(const owner_t *owner)
{
    remotes_t remotes = { .count = 0 };
    const mh_link_t *at = owner->uses.next;

    for (; at != &owner->uses; at = at->next) {
        file_t *file = MH_OWNER(at, use_t, of_owner)->file;

        if (file->blind && !file->way.remote)
            check_file(file);
        else if (file->blind)
            remotes.files[remotes.count++] = file;
        if (remotes.count == MH_SCOUT_LOOKS && !check_remotes(&remotes))
            return false;
    }
    return check_remotes(&remotes);
}

/* An unread notice, of a mount or of dropped events, may make a file blind. */
bool mh_dependencies_look(uint64_t id)
{
    const owner_t *owner;

    take_events();
    owner = mh_link_empty(&swept) ? NULL : find_owner(id);
    for (; owner; owner = owner->below)
        if (!look_at_all(owner))
            return false;
    return true;
}

static bool has_blind(const owner_t *owner)
{
    const mh_link_t *at = owner->uses.next;

    for (; at != &owner->uses; at = at->next)
        if (MH_OWNER(at, use_t, of_owner)->file->blind)
            return true;
    return false;
}

bool mh_dependencies_tell(uint64_t id)
{
    const owner_t *first = find_owner(id);
    const owner_t *owner = first;

    while (owner && !has_blind(owner))
        owner = owner->below;
    return first && !owner;
}

void mh_dependencies_drain(void (*call)(void *context, uint64_t id),
                           void *context)
{
    take_events();
    sweep();
    while (!mh_link_empty(&changed)) {
        owner_t *owner = MH_OWNER(changed.next, owner_t, changed);
        uint64_t id = owner->id;
        bool gone = owner->gone;

        mh_link_remove(&owner->changed);
        drop_owner(owner);
        if (!gone)
            call(context, id);
    }
}
