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
#include "pool/perl/preload/proof.h"
#include "pool/perl/preload/trial.h"
#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/part.h"
#include "shared/perl/compat.h"

/* A module that is to be loaded. */
typedef struct wish_t {
    mh_module_t *module;
    const char *path; /* the script's file; NULL: any */
} wish_t;

typedef struct session_t {
    wish_t *list;
    size_t count;
    mh_whose_e whose;
    SV *refused; /* reasons of refusals, for the log */
} session_t;

/* Limit on modules loaded ahead for one script. */
#define LOADS 2048

/* Result of a trial: in memory shared with its parent. */
typedef struct verdict_t {
    size_t at;
    bool done; /* all modules were good */
    char why[512];
    mh_load_result_t load[LOADS];
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

static void refuse(pTHX_ session_t *session, const wish_t *wish,
                   const char *why)
{
    wish->module->refused = true;
    sv_catpvf(session->refused, "%s: %s\n", wish->module->key, why);
}

static const char *load_wish(pTHX_ const session_t *session, size_t at,
                             bool trial, mh_load_result_t *result)
{
    const wish_t *wish = &session->list[at];

    wish->module->tried = true;
    return mh_module_load(aTHX_ wish->module, wish->path, session->whose, trial,
                          result);
}

/* The trial loads the module again in another state, which must give the same
 * result. */
static const char *load_again(pTHX_ const session_t *session, size_t at,
                              const verdict_t *verdict)
{
    const mh_load_result_t *first = &verdict->load[at];
    mh_module_t *module = session->list[at].module;
    mh_load_result_t result = { 0 };
    const char *why = load_wish(aTHX_ session, at, false, &result);

    if (!why && result.digest != first->digest) {
        module->barred = true;
        why = "depends on the state of the process";
    }
    if (!why && first->dies && module->proof)
        mh_proof_dies(module->proof);
    return why;
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
 * Finds modules that need a load of their own, so that they can be shown
 * without those that need them. A module is complete after those that it
 * loaded.
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
        else if (!is_loaded(aTHX_ session->list[i].module))
            why = load_wish(aTHX_ session, i, true, &verdict->load[i]);
        if (!why && lseek(error, 0, SEEK_END) > 0)
            why = "writes to STDERR";
        if (brought_others(session->list[i].module, verdict))
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
    Renew(session->list, session->count + 1, wish_t);
    memmove(session->list + at + 1, session->list + at,
            (session->count++ - at) * sizeof(wish_t));
    session->list[at] = (wish_t){ module, NULL };
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
        const char *why = NULL;

        if (!is_loaded(aTHX_ session->list[i].module))
            why = load_again(aTHX_ session, i, verdict);
        if (why)
            refuse(aTHX_ session, &session->list[i], why);
    }
    if (verdict->size) {
        insert_others(session, to, verdict);
        return to;
    }
    if (!verdict->done)
        refuse(aTHX_ session, &session->list[to], verdict->why);
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
            refuse(aTHX_ session, &session->list[at], "cannot fork");
            break;
        }
        at = load_tried(aTHX_ session, at, verdict);
    }
    munmap(verdict, sizeof(verdict_t));
}

static void wish_for(pTHX_ session_t *session, const char *key,
                     const char *path)
{
    mh_module_t *module = mh_module(key);

    if (module->refused || is_loaded(aTHX_ module) ||
        (session->whose == MH_WHOSE_MODULE &&
         (!is_whole(key) || !mh_proof_is_perls(path))))
        return;
    insert(session, session->count, module);
    session->list[session->count - 1].path = path;
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

/* --- what others call --- */

char *mh_preload_named(const mh_wire_field_t *names)
{
    dTHX;
    session_t session = { .whose = MH_WHOSE_ANY, .refused = newSVpvs("") };

    for (const char *name = mh_wire_next(names, NULL); name;
         name = mh_wire_next(names, name)) {
        SV *key = name[0] == '/' ? newSVpvn_flags(name, strlen(name), SVs_TEMP)
                                 : mh_module_key_of(aTHX_ name);

        wish_for(aTHX_ & session, SvPVX(key), NULL);
    }
    if (session.count)
        load_all(aTHX_ & session);
    return finish(aTHX_ & session);
}

/* Length of the directory in @INC through which path was found; 0: none. */
static size_t directory_length(const char *path, const char *key)
{
    size_t length = strlen(path);
    size_t rest = strlen(key) + 1;

    if (length <= rest || path[length - rest] != '/' ||
        strNE(path + length - rest + 1, key))
        return 0;
    return length - rest;
}

/*
 * The script adds to @INC before it loads its modules; until it is compiled,
 * only the places of the modules tell what it adds.
 */
static void extend_search(pTHX_ const session_t *session)
{
    AV *old = GvAVn(PL_incgv);
    AV *inc = newAV();
    SV *known = newSVpvs_flags("\n", SVs_TEMP);

    for (size_t i = 0; i < av_count(old); i++)
        sv_catpvf(known, "%s\n", SvPV_nolen(*av_fetch(old, i, 0)));
    for (size_t i = 0; i < session->count; i++) {
        const wish_t *wish = &session->list[i];
        size_t length = directory_length(wish->path, wish->module->key);
        SV *line = newSVpvf("\n%.*s\n", (int)length, wish->path);

        if (length && !strstr(SvPVX(known), SvPVX(line))) {
            av_push(inc, newSVpvn(wish->path, length));
            sv_catpv(known, SvPVX(line) + 1);
        }
        SvREFCNT_dec(line);
    }
    for (size_t i = 0; i < av_count(old); i++)
        av_push(inc, newSVsv(*av_fetch(old, i, 0)));
    SAVESPTR(GvAV(PL_incgv));
    GvAV(PL_incgv) = (AV *)sv_2mortal((SV *)inc);
}

/* Pairs of a key and a path. */
static void wish_for_all(pTHX_ session_t *session,
                         const mh_wire_field_t *modules)
{
    const char *key = mh_wire_next(modules, NULL);
    const char *path;

    while (key && (path = mh_wire_next(modules, key))) {
        wish_for(aTHX_ session, key, path);
        key = mh_wire_next(modules, path);
    }
}

/* A hook in @INC is the site's code, and perl would ask it for each file. */
static bool may_search(pTHX)
{
    char *search = mh_module_search(aTHX);

    free(search);
    return search != NULL;
}

static void refuse_all(pTHX_ session_t *session, const char *why)
{
    for (size_t i = 0; i < session->count; i++)
        refuse(aTHX_ session, &session->list[i], why);
    session->count = 0;
}

char *mh_preload_load(const mh_wire_field_t *modules, const char *barred)
{
    dTHX;
    session_t session = { .whose = MH_WHOSE_MODULE, .refused = newSVpvs("") };
    bool possible = !mh_require_is_over() && may_search(aTHX);

    if (possible)
        wish_for_all(aTHX_ & session, modules);
    if (barred)
        refuse_all(aTHX_ & session, barred);
    ENTER;
    SAVETMPS;
    if (session.count) {
        extend_search(aTHX_ & session);
        load_all(aTHX_ & session);
    }
    FREETMPS;
    LEAVE;
    if (possible && !barred)
        mh_kept_load(aTHX_ modules, session.refused);
    return finish(aTHX_ & session);
}

void mh_preload_baseline(void)
{
    dTHX;
    HV *inc = GvHVn(PL_incgv);
    HE *entry;

    hv_iterinit(inc);
    while ((entry = hv_iternext(inc)))
        mh_module(SvPV_nolen(HeSVKEY_force(entry)))->known = true;
}

/* File that the module was loaded from; NULL: none. */
static const char *path_of(pTHX_ const mh_module_t *module)
{
    SV **path = hv_fetch(GvHVn(PL_incgv), module->key, (I32)strlen(module->key),
                         0);
    struct stat status;

    if (!path || !SvPOK(*path) || module->by_do ||
        stat(SvPVX(*path), &status) || !S_ISREG(status.st_mode))
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
static bool is_learned(pTHX_ const mh_module_t *module)
{
    if (module->known || module->refused || module->state != MH_MODULE_NAMED)
        return false;
    if (module->young || (module->kept && module->kept->stale))
        return is_settled(aTHX_ module);
    return !module->kept;
}

/* Two strings, each with its NUL, if there is room for both. */
static size_t add_pair(char *buffer, size_t size, const char *key,
                       const char *path)
{
    size_t length = strlen(key) + 1;
    size_t rest = strlen(path) + 1;

    if (length + rest > size)
        return 0;
    memcpy(buffer, key, length);
    memcpy(buffer + length, path, rest);
    return length + rest;
}

/* The site's file that the script asked for first, after that number. */
static mh_module_t *next_file(pTHX_ UV after)
{
    mh_module_t *next = NULL;

    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (is_learned(aTHX_ at) && at->asked > after &&
            (!next || at->asked < next->asked))
            next = at;
    return next;
}

/*
 * Modules are listed in the order in which they were complete, which is the
 * order of loading ahead; files in the order in which perl began to compile
 * them.
 */
size_t mh_preload_learned(char *buffer, size_t size)
{
    dTHX;
    size_t used = 0;
    UV asked = 0;

    for (mh_module_t *at = mh_module_first(); at; at = at->next) {
        const char *path = is_learned(aTHX_ at) ? path_of(aTHX_ at) : NULL;

        if (!path || !mh_proof_is_perls(path))
            continue;
        used += add_pair(buffer + used, size - used, at->key, path);
        at->known = true; /* it is not a file of the site */
    }
    for (mh_module_t *at; (at = next_file(aTHX_ asked)); asked = at->asked) {
        const char *path = path_of(aTHX_ at);

        if (path)
            used += add_pair(buffer + used, size - used, at->key, path);
    }
    return used;
}
