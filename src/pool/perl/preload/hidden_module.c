/*
 * hidden_module.c - the modules that were loaded ahead, and when one may be
 * shown.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/perls.h"
#include "pool/perl/preload/part.h"

#include <stdlib.h>

#include "pool/perl/trace/sighting.h"
#include "pool/perl/environ/env_view.h"
#include "pool/perl/trace/part.h"
#include "shared/memory.h"

#define BUCKETS 1024

typedef struct node_t {
    mh_module_t module;
    struct node_t *same; /* the next one in its bucket */
} node_t;

static struct {
    node_t *buckets[BUCKETS];
    mh_module_t *first;
    mh_module_t *last;
} modules;

static node_t **bucket_of(const char *key)
{
    size_t sum = 5381;

    for (const char *at = key; *at; at++)
        sum = sum * 33 + (unsigned char)*at;
    return &modules.buckets[sum % BUCKETS];
}

mh_module_t *mh_module_known(const char *key)
{
    for (node_t *node = *bucket_of(key); node; node = node->same)
        if (strEQ(node->module.key, key))
            return &node->module;
    return NULL;
}

mh_module_t *mh_module(const char *key)
{
    mh_module_t *module = mh_module_known(key);
    node_t **bucket = bucket_of(key);
    node_t *node;

    if (module)
        return module;
    node = calloc(1, sizeof(node_t));
    if (!node || !(node->module.key = strdup(key)))
        abort();
    node->same = *bucket;
    *bucket = node;
    mh_module_last(&node->module);
    return &node->module;
}

SV *mh_module_class_of(pTHX_ const char *key)
{
    SV *class = sv_2mortal(newSVpvs(""));

    for (const char *at = key; *at && strNE(at, ".pm"); at++)
        if (*at == '/')
            sv_catpvs(class, "::");
        else
            sv_catpvn(class, at, 1);
    return class;
}

mh_module_t *mh_module_first(void)
{
    return modules.first;
}

static void unlink_module(mh_module_t *module)
{
    mh_module_t *before = NULL;

    for (mh_module_t *at = modules.first; at && at != module; at = at->next)
        before = at;
    if (modules.first == module)
        modules.first = module->next;
    else if (before && before->next == module)
        before->next = module->next;
    else
        return;
    if (modules.last == module)
        modules.last = before;
}

void mh_module_last(mh_module_t *module)
{
    unlink_module(module);
    module->next = NULL;
    if (modules.last)
        modules.last->next = module;
    else
        modules.first = module;
    modules.last = module;
}

static mh_need_t *need_of(mh_module_t *module, mh_module_t *other)
{
    for (size_t i = 0; i < module->need_count; i++)
        if (module->needs[i].module == other)
            return &module->needs[i];
    module->needs = mh_grow(module->needs,
                            (module->need_count + 1) * sizeof(mh_need_t));
    module->needs[module->need_count] = (mh_need_t){ .module = other };
    return &module->needs[module->need_count++];
}

void mh_module_needs(mh_module_t *module, mh_module_t *other, HV *stash)
{
    mh_need_t *need = need_of(module, other);

    if (!need->stash)
        need->stash = (HV *)SvREFCNT_inc_simple((SV *)stash);
}

static bool reaches(mh_module_t *module, const mh_module_t *other)
{
    bool found = false;

    module->visited = true;
    for (size_t i = 0; i < module->need_count && !found; i++) {
        mh_module_t *need = module->needs[i].module;

        found = need == other || (!need->visited && reaches(need, other));
    }
    return found;
}

/* Even a write that changes nothing would cost a run a page. */
static void leave_all(void)
{
    for (mh_module_t *at = modules.first; at; at = at->next)
        if (at->visited)
            at->visited = false;
}

bool mh_module_reaches(mh_module_t *module, const mh_module_t *other)
{
    bool found = reaches(module, other);

    leave_all();
    return found;
}

bool mh_module_in_inc(pTHX_ const char *key)
{
    return hv_exists(GvHVn(PL_incgv), key, (I32)strlen(key));
}

/*
 * base.pm hides "." at the end of @INC from the class that it asks for: it adds
 * hooks, which do nothing before perl comes to ".". Entries of @INC that perl
 * looks at before are as they would be without the hooks.
 */
static bool is_of_base(const SV *entry)
{
    const SV *code = SvROK(entry) ? SvRV(entry) : NULL;
    const char *file = code && SvTYPE(code) == SVt_PVCV && !SvOBJECT(code)
                           ? CvFILE((const CV *)code)
                           : NULL;
    size_t length = file ? strlen(file) : 0;

    return length > 8 && strEQ(file + length - 8, "/base.pm") &&
           mh_perls_has(file);
}

/* hooks: may be those of base.pm. */
static char *search_with(pTHX_ bool hooks)
{
    AV *inc = GvAVn(PL_incgv);
    SV *text;
    char *search = NULL;
    SSize_t i;

    if (SvRMAGICAL((SV *)inc))
        return NULL;
    text = newSVpvs("");
    for (i = 0; i <= av_top_index(inc); i++) {
        SV **entry = av_fetch(inc, i, 0);

        if (entry && hooks && is_of_base(*entry))
            continue;
        if (!entry || SvROK(*entry) || SvGMAGICAL(*entry))
            break;
        sv_catsv(text, *entry);
        sv_catpvs(text, "\n");
    }
    if (i > av_top_index(inc))
        search = strdup(SvPV_nolen(text));
    SvREFCNT_dec(text);
    return search;
}

char *mh_module_search(pTHX)
{
    return search_with(aTHX_ false);
}

/* --- whether perl would find the same file --- */

/* Files that perl would require: neither directories nor devices. */
static bool is_file(const char *path)
{
    struct stat status;

    return !stat(path, &status) && !S_ISDIR(status.st_mode) &&
           !S_ISBLK(status.st_mode);
}

static bool has_compiled(const char *path)
{
    size_t length = strlen(path);
    char compiled[PATH_MAX];

    return length > 3 && length + 2 < sizeof(compiled) &&
           strEQ(path + length - 3, ".pm") &&
           (size_t)snprintf(compiled, sizeof(compiled), "%sc", path) ==
               length + 1 &&
           is_file(compiled);
}

/*
 * The path that perl makes of a folder and a name: it puts no second slash
 * between them, and leaves "./" out in front. False: it is too long.
 */
static bool join(const char *folder, size_t length, const char *key,
                 char path[PATH_MAX])
{
    char joined[PATH_MAX];
    size_t left_out = 0;

    if (length && folder[length - 1] == '/')
        length--;
    if (snprintf(joined, PATH_MAX, "%.*s/%s", (int)length, folder, key) >=
        PATH_MAX)
        return false;
    if (strnEQ(joined, "./", 2))
        left_out = 2 + strspn(joined + 2, "/");
    my_strlcpy(path, joined + left_out, PATH_MAX);
    return true;
}

/* The first file of that name in the search path; false: there is none. */
static bool find_file(const char *search, const char *key, char path[PATH_MAX])
{
    const char *end;

    for (const char *at = search; (end = strchr(at, '\n')); at = end + 1)
        if (join(at, (size_t)(end - at), key, path) &&
            (has_compiled(path) || is_file(path)))
            return true;
    return false;
}

/* Names for which perl does not search. */
bool mh_module_is_path(const char *key)
{
    return key[0] == '/' || strnEQ(key, "./", 2) || strnEQ(key, "../", 3);
}

static bool same_file(const mh_module_t *module)
{
    struct stat status;

    return !stat(module->path, &status) &&
           status.st_dev == module->status.st_dev &&
           status.st_ino == module->status.st_ino &&
           status.st_size == module->status.st_size &&
           status.st_mtim.tv_sec == module->status.st_mtim.tv_sec &&
           status.st_mtim.tv_nsec == module->status.st_mtim.tv_nsec;
}

/* A relative path may mean another file now. For an absolute one see
 * sighting.h. */
static bool found_again(const mh_module_t *module, const char *search)
{
    char path[PATH_MAX];

    if (module->path[0] != '/' && !same_file(module))
        return false;
    if (mh_module_is_path(module->key) || strEQ(search, module->search))
        return true;
    return find_file(search, module->key, path) && strEQ(path, module->path);
}

bool mh_module_would_read(pTHX_ const char *key, const char *path)
{
    char *search = mh_module_search(aTHX);
    char found[PATH_MAX];
    bool same = search && !has_compiled(path);

    if (same)
        same = mh_module_is_path(key)
                   ? strEQ(key, path)
                   : find_file(search, key, found) && strEQ(found, path);
    free(search);
    return same;
}

bool mh_module_is_installed(pTHX_ const char *key)
{
    char *search = mh_module_search(aTHX);
    char found[PATH_MAX];
    bool installed = search && find_file(search, key, found) &&
                     mh_perls_has(found);

    free(search);
    return installed;
}

bool mh_module_is_foreign(pTHX_ const char *key)
{
    char *plain = mh_module_search(aTHX);
    char *search = search_with(aTHX_ true);
    char found[PATH_MAX];
    bool foreign = !plain;

    if (mh_module_is_path(key))
        foreign = !mh_perls_has(key);
    else if (search && find_file(search, key, found))
        foreign = !mh_perls_has(found);
    free(search);
    free(plain);
    return foreign;
}

static bool missing_again(const mh_module_t *module, const mh_module_t *other,
                          const char *search)
{
    char path[PATH_MAX];

    if (strEQ(search, module->search))
        return true;
    return mh_module_is_path(other->key) ? !is_file(other->key)
                                         : !find_file(search, other->key, path);
}

/* --- showing --- */

static bool visit(pTHX_ mh_module_t *module, const char *search);

static bool visit_need(pTHX_ const mh_module_t *module, const mh_need_t *need,
                       const char *search)
{
    if (need->failed)
        return !mh_module_in_inc(aTHX_ need->module->key) &&
               missing_again(module, need->module, search);
    switch (need->module->state) {
    case MH_MODULE_HIDDEN:
        if (!need->module->visited)
            need->module->asker = need->stash;
        return visit(aTHX_ need->module, search);
    case MH_MODULE_GONE:
        return false;
    default:
        return mh_module_in_inc(aTHX_ need->module->key) &&
               mh_symbols_are_whole(aTHX_ need->module);
    }
}

/* Marks all modules that must be shown; false: one of them cannot be. */
static bool visit(pTHX_ mh_module_t *module, const char *search)
{
    if (module->visited)
        return true;
    if (module->group != module && !module->group->visited &&
        module->group->state != MH_MODULE_SHOWN)
        return false;
    module->visited = true;
    if (module->barred || module->group->barred ||
        module->warn != (PL_dowarn & (G_WARN_ON | G_WARN_ALL_MASK)) ||
        (module->group->dies && mh_handlers_see(aTHX)) ||
        !mh_calls_are_same(module) || !mh_veil_may_show(module))
        return false;
    if (mh_module_in_inc(aTHX_ module->key) ||
        !mh_overrides_may_show(aTHX_ module) ||
        !mh_blocks_may_show(aTHX_ module) || !found_again(module, search) ||
        !mh_env_view_module_agrees(module->key) ||
        !mh_sighting_agrees(module->key))
        return false;
    for (size_t i = 0; i < module->need_count; i++)
        if (!visit_need(aTHX_ module, &module->needs[i], search))
            return false;
    return true;
}

/* With -w perl looks for names that are used once, in the script, too. */
static bool asks_for_warnings(const mh_module_t *module)
{
    for (size_t i = 0; i < module->need_count; i++)
        if (strEQ(module->needs[i].module->key, "warnings.pm"))
            return true;
    return false;
}

/* Perl frees the file with the last reference to it. */
static void show_input(pTHX_ mh_module_t *module)
{
    if (!module->reads)
        return;
    PL_last_in_gv = module->input;
    if (mh_require_is_loading())
        return;
    SvREFCNT_dec(module->input);
    module->input = NULL;
}

static void show_one(pTHX_ mh_module_t *module)
{
    (void)hv_store(GvHVn(PL_incgv), module->key, (I32)strlen(module->key),
                   newSVpv(module->path, 0), 0);
    mh_blocks_show(aTHX_ module);
    PL_evalseq += (U32)module->evals;
    show_input(aTHX_ module);
    if (asks_for_warnings(module))
        PL_dowarn |= G_WARN_ONCE;
    mh_overrides_show(aTHX_ module);
    module->state = MH_MODULE_SHOWN;
    module->fresh = true;
    if (mh_watching())
        mh_env_view_adopt(module->key);
}

bool mh_module_show(pTHX_ mh_module_t *module)
{
    char *search = search_with(aTHX_ true);
    bool possible;

    module->asker = CopSTASH(PL_curcop);
    possible = search && mh_state_is_plain(aTHX) &&
               visit(aTHX_ module, search) && mh_symbols_may_attach(aTHX);

    if (possible) {
        mh_veil_lift(aTHX_ false);
        mh_generations_attach(aTHX);
        mh_blocks_show_ends(aTHX);
    }
    for (mh_module_t *at = modules.first; possible && at; at = at->next)
        if (at->visited)
            show_one(aTHX_ at);
    leave_all();
    free(search);
    return possible;
}

static bool needs(const mh_module_t *module, const mh_module_t *other)
{
    for (size_t i = 0; i < module->need_count; i++)
        if (module->needs[i].module == other && !module->needs[i].failed)
            return true;
    return false;
}

/*
 * Code that was compiled with this module does not work with perl's own copy.
 */
void mh_module_forget(pTHX_ mh_module_t *module)
{
    module->state = MH_MODULE_GONE;
    mh_symbols_forget(aTHX_ module);
    mh_blocks_forget(module);
    for (mh_module_t *at = modules.first; at; at = at->next)
        if (at->state == MH_MODULE_HIDDEN &&
            (needs(at, module) || at->group == module->group))
            mh_module_forget(aTHX_ at);
    module->need_count = 0;
}

void mh_module_hide_fresh(pTHX)
{
    for (mh_module_t *at = modules.first; at; at = at->next) {
        if (!at->fresh || at->state != MH_MODULE_SHOWN)
            continue;
        at->fresh = false;
        at->state = MH_MODULE_HIDDEN;
        (void)hv_delete(GvHVn(PL_incgv), at->key, (I32)strlen(at->key),
                        G_DISCARD);
    }
}
