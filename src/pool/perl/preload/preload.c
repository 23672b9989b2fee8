/*
 * preload.c - see preload.h: lists of modules are loaded, first in a fork.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/perl/preload/preload.h"
#include "pool/perl/preload/trial.h"
#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/part.h"
#include "shared/perl/compat.h"

/* The modules that are to be loaded. */
typedef struct session_t {
    mh_module_t **list;
    size_t count;
    mh_whose_e whose;
    SV *refused; /* reasons of refusals, for the log */
} session_t;

/* Limit on modules loaded ahead. */
#define LOADS 2048

/* Result of a trial: in memory shared with its parent. */
typedef struct verdict_t {
    size_t at;
    bool done; /* all modules were good */
    char why[512];
    bool dies[LOADS];
    /* keys of modules that must be loaded before, on their own */
    char first[16384];
    size_t size;
} verdict_t;

static bool is_loaded(pTHX_ const mh_module_t *module)
{
    return module->state == MH_MODULE_HIDDEN ||
           module->state == MH_MODULE_SHOWN ||
           mh_module_in_inc(aTHX_ module->key);
}

static void refuse(pTHX_ session_t *session, mh_module_t *module,
                   const char *why)
{
    module->refused = true;
    sv_catpvf(session->refused, "%s: %s\n", module->key, why);
}

static const char *load(pTHX_ const session_t *session, size_t at, bool trial,
                        bool *dies)
{
    mh_module_t *module = session->list[at];

    module->tried = true;
    return mh_module_load(aTHX_ module, session->whose, trial, dies);
}

/* Descriptor 2 is replaced for output that does not pass the functions we
 * watch. */
static int silence(void)
{
    int fd = memfd_create("stderr", MFD_CLOEXEC);

    if (fd < 0 || dup2(fd, 2) < 0)
        _exit(1);
    return fd;
}

/*
 * True for a file that is a module of its own. Others (AutoLoader's .al and
 * .ix) are parts of a package that another file has begun, and are useless
 * without it.
 */
static bool is_whole(const char *key)
{
    size_t length = strlen(key);

    return key[0] != '/' && length > 3 && strEQ(key + length - 3, ".pm");
}

/* True if the module was brought by the other, and has not been loaded on its
 * own. */
static bool was_brought(const mh_module_t *module, const mh_module_t *by)
{
    return module != by && module->group == by && !module->tried &&
           !module->by_do && module->state == MH_MODULE_HIDDEN &&
           is_whole(module->key);
}

static void put_first(verdict_t *verdict, const mh_module_t *module)
{
    size_t size = strlen(module->key) + 1;

    if (verdict->size + size > sizeof(verdict->first))
        return;
    memcpy(verdict->first + verdict->size, module->key, size);
    verdict->size += size;
}

/*
 * Finds the modules that another module has loaded, and that a script may want
 * without the other: each needs a load of its own. A module is complete after
 * all that it has loaded.
 */
static void find_others(const mh_module_t *module, verdict_t *verdict)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (was_brought(at, module) && !mh_module_reaches(at, module))
            put_first(verdict, at);
}

/*
 * If modules need each other, the script asked first for the module that was
 * complete last. Only that one can load the others in the same order.
 */
static void find_leader(const mh_module_t *module, verdict_t *verdict)
{
    const mh_module_t *leader = module;

    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (was_brought(at, module) && at->wanted > leader->wanted)
            leader = at;
    if (leader != module)
        put_first(verdict, leader);
}

static bool brought_others(const mh_module_t *module, verdict_t *verdict)
{
    find_others(module, verdict);
    if (!verdict->size)
        find_leader(module, verdict);
    return verdict->size != 0;
}

static _Noreturn void try_all(pTHX_ const session_t *session, size_t from,
                              verdict_t *verdict)
{
    int error = silence();

    for (size_t i = from; i < session->count; i++) {
        const char *why = NULL;

        verdict->at = i;
        if (i >= LOADS)
            why = "is one of too many";
        else if (!is_loaded(aTHX_ session->list[i]))
            why = load(aTHX_ session, i, true, &verdict->dies[i]);
        if (!why && lseek(error, 0, SEEK_END) > 0)
            why = "writes to STDERR";
        if (brought_others(session->list[i], verdict))
            _exit(0);
        if (why) {
            my_strlcpy(verdict->why, why, sizeof(verdict->why));
            _exit(0);
        }
    }
    verdict->done = true;
    _exit(0);
}

/* Runs in a fork, and leaves nothing behind. */
static bool try(pTHX_ const session_t *session, size_t from, verdict_t *verdict)
{
    pid_t pid;
    int status;

    *verdict = (verdict_t){ .at = from };
    pid = mh_trial_fork();
    if (pid < 0)
        return false;
    if (pid == 0)
        try_all(aTHX_ session, from, verdict);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    if (!verdict->done && !verdict->why[0] && !verdict->size)
        my_strlcpy(verdict->why, "ends the process", sizeof(verdict->why));
    return true;
}

static void insert(session_t *session, size_t at, mh_module_t *module)
{
    Renew(session->list, session->count + 1, mh_module_t *);
    memmove(session->list + at + 1, session->list + at,
            (session->count++ - at) * sizeof(mh_module_t *));
    session->list[at] = module;
}

static void insert_others(session_t *session, size_t at,
                          const verdict_t *verdict)
{
    const char *key = verdict->first;

    for (; key < verdict->first + verdict->size; key += strlen(key) + 1) {
        mh_module(key)->tried = true;
        insert(session, at++, mh_module(key));
    }
}

/* Loads the modules that the trial found good, up to the first that is not. */
static size_t load_tried(pTHX_ session_t *session, size_t from,
                         const verdict_t *verdict)
{
    size_t to = verdict->done ? session->count : verdict->at;

    for (size_t i = from; i < to; i++) {
        mh_module_t *module = session->list[i];
        const char *why = NULL;
        bool dies;

        if (is_loaded(aTHX_ module))
            continue;
        why = load(aTHX_ session, i, false, &dies);
        module->dies = verdict->dies[i];
        if (why)
            refuse(aTHX_ session, module, why);
    }
    if (verdict->size) {
        insert_others(session, to, verdict);
        return to;
    }
    if (!verdict->done)
        refuse(aTHX_ session, session->list[to], verdict->why);
    return to + 1;
}

static void load_all(pTHX_ session_t *session)
{
    verdict_t *verdict = mmap(NULL, sizeof(verdict_t), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t at = 0;

    if (verdict == MAP_FAILED)
        return;
    while (at < session->count) {
        if (!try(aTHX_ session, at, verdict)) {
            refuse(aTHX_ session, session->list[at], "cannot fork");
            break;
        }
        at = load_tried(aTHX_ session, at, verdict);
    }
    mh_module_loaded_all();
    munmap(verdict, sizeof(verdict_t));
}

static void wish_for(pTHX_ session_t *session, const char *key)
{
    mh_module_t *module = mh_module(key);

    if (module->refused || is_loaded(aTHX_ module) ||
        (session->whose == MH_WHOSE_LISTED &&
         !mh_module_is_installed(aTHX_ key)))
        return;
    insert(session, session->count, module);
    module->wanted = session->count;
    module->tried = false;
}

static char *finish(pTHX_ session_t *session)
{
    char *refused = NULL;

    if (SvCUR(session->refused))
        refused = strdup(SvPVX(session->refused));
    SvREFCNT_dec(session->refused);
    Safefree(session->list);
    return refused;
}

/* --- interface --- */

/* The name on a line, without blanks and a comment. */
static SV *name_on(pTHX_ const char *line)
{
    const char *name = line + strspn(line, " \t");

    return newSVpvn_flags(name, strcspn(name, " \t\n#"), SVs_TEMP);
}

char *mh_preload_listed(const char *list)
{
    dTHX;
    session_t session = { .whose = MH_WHOSE_LISTED, .refused = newSVpvs("") };

    while (list) {
        const SV *name = name_on(aTHX_ list);

        if (SvCUR(name))
            wish_for(aTHX_ & session, SvPVX(mh_key_of(aTHX_ SvPVX(name))));
        list = strchr(list, '\n');
        list += list != NULL;
    }
    if (session.count)
        load_all(aTHX_ & session);
    return finish(aTHX_ & session);
}

char *mh_preload_named(const mh_wire_field_t *names)
{
    dTHX;
    session_t session = { .whose = MH_WHOSE_ANY, .refused = newSVpvs("") };

    for (const char *name = mh_wire_next(names, NULL); name;
         name = mh_wire_next(names, name)) {
        SV *key = name[0] == '/' ? newSVpvn_flags(name, strlen(name), SVs_TEMP)
                                 : mh_key_of(aTHX_ name);

        mh_module(SvPVX(key))->refused = false; /* for the list: say why */
        wish_for(aTHX_ & session, SvPVX(key));
    }
    if (session.count)
        load_all(aTHX_ & session);
    return finish(aTHX_ & session);
}

/* A hook in @INC is the site's code, and perl would ask it for each file. */
static bool may_search(pTHX)
{
    char *search = mh_module_search(aTHX);

    free(search);
    return search != NULL;
}

bool mh_preload_hides(const void *stash)
{
    return mh_symbols_hide(stash);
}

void mh_preload_hide(void)
{
    dTHX;

    mh_generations_detach(aTHX);
}

char *mh_preload_files(const mh_wire_field_t *files)
{
    dTHX;
    SV *refused = newSVpvs_flags("", SVs_TEMP);

    mh_handlers_take(aTHX); /* files have modules shown */
    if (!mh_require_is_over() && may_search(aTHX))
        mh_kept_load(aTHX_ files, refused);
    return SvCUR(refused) ? strdup(SvPVX(refused)) : NULL;
}

/* mh_require_asked() when the zygote has stopped. */
static UV asked_before;

void mh_preload_baseline(void)
{
    dTHX;
    HV *inc = GvHVn(PL_incgv);
    HE *entry;

    hv_iterinit(inc);
    while ((entry = hv_iternext(inc)))
        mh_module(SvPV_nolen(HeSVKEY_force(entry)))->known = true;
    asked_before = mh_require_asked();
    mh_handlers_take(aTHX);
}

/* File that the module was loaded from; NULL: none. */
static const char *path_of(pTHX_ const mh_module_t *module)
{
    SV **path = hv_fetch(GvHVn(PL_incgv), module->key, (I32)strlen(module->key),
                         0);
    struct stat status;

    if (!path || !SvPOK(*path) || stat(SvPVX(*path), &status) ||
        !S_ISREG(status.st_mode))
        return NULL;
    return SvPVX(*path);
}

static bool is_settled(pTHX_ const mh_module_t *module)
{
    const char *path = path_of(aTHX_ module);
    struct stat status;

    return path && !stat(path, &status) && mh_kept_is_settled(&status);
}

/* A file that has changed is compiled ahead anew when it no longer changes. */
static bool is_wanted(pTHX_ const mh_module_t *module)
{
    if (module->known || module->refused || module->state != MH_MODULE_NAMED)
        return false;
    if (module->young || (module->kept && module->kept->stale))
        return is_settled(aTHX_ module);
    return !module->kept;
}

/* The file's key, and how the script asks for it, if there is room for both. */
static size_t add_asked(char *buffer, size_t size, const mh_module_t *module,
                        const char *path)
{
    size_t length = strlen(module->key) + 1;
    size_t rest = length < size
                      ? mh_asking_write(&module->asking, path, buffer + length,
                                        size - length)
                      : 0;

    if (!rest)
        return 0;
    memcpy(buffer, module->key, length);
    return length + rest;
}

/* The next of the files, in the order in which the script asked for them. */
static mh_module_t *next_file(pTHX_ UV after)
{
    mh_module_t *next = NULL;

    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (is_wanted(aTHX_ at) && at->asked > after &&
            (!next || at->asked < next->asked))
            next = at;
    return next;
}

size_t mh_preload_asked(char *buffer, size_t size)
{
    dTHX;
    size_t used = 0;
    UV asked = asked_before;

    if (mh_require_asked() == asked_before)
        return 0;
    for (mh_module_t *at; (at = next_file(aTHX_ asked)); asked = at->asked) {
        const char *path = path_of(aTHX_ at);

        if (path && mh_preload_list_of(at->key, path) == MH_MODULES_NONE)
            used += add_asked(buffer + used, size - used, at, path);
    }
    return used;
}
