/*
 * registry.c - see registry.h.
 */
#include "module/registry/registry.h"

#include <unistd.h>

#include "module/api/core/object.h"
#include "module/perl/call.h"
#include "module/request/end_blocks.h"
#include "module/request/context/context.h"
#include "shared/perl/own.h"

#define COOKER "ModPerl::RegistryCooker"

/*
 * The steps of a compiled, unchanged script, and the subs of the cooker whose
 * work this file does. A step with a second name may have either.
 */
static const struct {
    const char *method;
    const char *sub;
    const char *other;
} steps[] = {
    { "new", "new", NULL },
    { "init", "init", NULL },
    { "default_handler", "default_handler", NULL },
    { "run_and_take_status", "run_and_take_status", NULL },
    { "run", "run", NULL },
    { "can_compile", "can_compile", NULL },
    { "stat_file", "stat_file", NULL },
    { "make_namespace", "make_namespace", NULL },
    { "namespace_root", "namespace_root", NULL },
    { "namespace_from", "namespace_from_filename", NULL },
    { "named_by_file", "named_by_file", NULL },
    { "is_cached", "is_cached", NULL },
    { "should_compile", "should_compile_if_modified", "should_compile_once" },
    { "cache_table", "cache_table_common", NULL },
    { "should_reset_inc_hash", "FALSE", NULL },
    { "flush_namespace", "NOP", NULL },
    { "chdir_file", "NOP", NULL },
    { "get_script_name", "get_script_name", NULL },
    { "error_check", "error_check", NULL },
};

enum { STEPS = sizeof(steps) / sizeof(steps[0]), CLASSES = 8 };

typedef struct {
    HV *stash; /* the class; NULL: the slot is free */
    U32 sub_generation, cache_generation; /* when it was looked at */
    bool stock;                           /* it overrides none of the steps */
    bool once;                            /* should_compile_once */
} class_t;

static class_t *find_class(pTHX_ SV *name, CV *handler);
static void examine(pTHX_ class_t *class, CV *handler);
static HV *find_script(pTHX_ HV *stash, const char *file);
static bool unchanged(pTHX_ request_rec *r, HV *entry, bool once);
static bool allowed(request_rec *r);
static int run(pTHX_ mh_context_t *context, SV *class, HV *entry, SV *code);
static void run_new_ends(pTHX_ mh_context_t *context, HV *entry, SV *code);
static int report(pTHX_ mh_context_t *context, SV *class);

static MH_OWN class_t classes[CLASSES];
static MH_OWN HV *cache,
    *namespaces;               /* %ModPerl::RegistryCache, %...::Namespace */
static MH_OWN GV *script_name; /* $0 */

void mh_registry_boot(pTHX)
{
    Zero(classes, CLASSES, class_t);
    cache = namespaces = NULL;
    script_name = NULL;
}

void mh_registry_end(void)
{
    Zero(classes, CLASSES, class_t);
}

bool mh_registry_answer(pTHX_ mh_context_t *context, SV *class_name,
                        CV *handler, int *status)
{
    request_rec *r = context->r;
    class_t *class = find_class(aTHX_ class_name, handler);
    HV *entry;
    SV **code;

    if (!class || !class->stock || r->finfo.filetype != APR_REG || !r->filename)
        return false;
    entry = find_script(aTHX_ class->stash, r->filename);
    code = entry ? hv_fetchs(entry, "short", FALSE) : NULL;
    if (!code || !SvROK(*code) || !unchanged(aTHX_ r, entry, class->once) ||
        !allowed(r))
        return false;
    *status = run(aTHX_ context, class_name, entry, *code);
    return true;
}

/* A class is looked at again when one of its methods has changed. */
static class_t *find_class(pTHX_ SV *name, CV *handler)
{
    HV *stash = SvROK(name) ? NULL : gv_stashsv(name, 0);
    class_t *class = NULL;

    if (!stash)
        return NULL;
    for (int i = 0; i < CLASSES && !class; i++)
        if (classes[i].stash == stash || !classes[i].stash)
            class = &classes[i];
    if (!class)
        return NULL;
    if (class->stash != stash || class->sub_generation != PL_sub_generation ||
        class->cache_generation != HvMROMETA(stash)->cache_gen) {
        class->stash = stash;
        class->sub_generation = PL_sub_generation;
        class->cache_generation = HvMROMETA(stash)->cache_gen;
        examine(aTHX_ class, handler);
    }
    return class;
}

static CV *method(pTHX_ HV *stash, const char *name)
{
    GV *gv = gv_fetchmeth_pvn(stash, name, strlen(name), 0, 0);

    return gv ? GvCV(gv) : NULL;
}

static bool is_step(pTHX_ CV *cv, const char *sub)
{
    return sub && cv && cv == get_cv(Perl_form(aTHX_ COOKER "::%s", sub), 0);
}

static void examine(pTHX_ class_t *class, CV *handler)
{
    const char *home = CvSTASH(handler) ? HvNAME(CvSTASH(handler)) : "";

    class->stock = !strcmp(home, "ModPerl::Registry") ||
                   !strcmp(home, "ModPerl::RegistryBB");
    for (int i = 0; i < STEPS && class->stock; i++) {
        CV *cv = method(aTHX_ class->stash, steps[i].method);

        class->stock = is_step(aTHX_ cv, steps[i].sub) ||
                       is_step(aTHX_ cv, steps[i].other);
    }
    class->once = is_step(aTHX_ method(aTHX_ class->stash, "should_compile"),
                          "should_compile_once");
}

static HV *hash_at(pTHX_ HV *hash, const char *key, STRLEN length)
{
    SV **slot = hv_fetch(hash, key, length, FALSE);

    return slot && SvROK(*slot) && SvTYPE(SvRV(*slot)) == SVt_PVHV
               ? (HV *)SvRV(*slot)
               : NULL;
}

static HV *find_script(pTHX_ HV *stash, const char *file)
{
    HV *files;
    SV **package;
    const char *name;
    STRLEN length;

    if (!cache) {
        cache = get_hv("ModPerl::RegistryCache", GV_ADD);
        namespaces = get_hv(COOKER "::Namespace", GV_ADD);
        script_name = gv_fetchpvs("0", GV_ADD, SVt_PV);
    }
    files = hash_at(aTHX_ namespaces, HvNAME(stash), HvNAMELEN(stash));
    package = files ? hv_fetch(files, file, strlen(file), FALSE) : NULL;
    if (!package || !SvPOK(*package))
        return NULL;
    name = SvPV(*package, length);
    return hash_at(aTHX_ cache, name, length);
}

static bool unchanged(pTHX_ request_rec *r, HV *entry, bool once)
{
    SV **mtime = hv_fetchs(entry, "mtime", FALSE);
    SV **size = hv_fetchs(entry, "size", FALSE);

    if (!mtime)
        return false;
    return once || (SvIV(*mtime) == (IV)apr_time_sec(r->finfo.mtime) &&
                    (!size || SvIV(*size) == (IV)r->finfo.size));
}

/*
 * Refusals are worded in Perl. httpd has looked the file up for this request;
 * only a file that not everybody may read needs a look of our own.
 */
static bool allowed(request_rec *r)
{
    return (ap_allow_options(r) & OPT_EXECCGI) &&
           ((r->finfo.protection & APR_FPROT_WREAD) ||
            access(r->filename, R_OK) == 0);
}

/*
 * Sets $0 without its magic, which would rename the process by a system call.
 */
static int run(pTHX_ mh_context_t *context, SV *class, HV *entry, SV *code)
{
    request_rec *r = context->r;
    int before = r->status;
    int status = OK;
    Size_t ends = PL_endav ? av_count(PL_endav) : 0;
    mh_result_t result;
    SV *argument = mh_object_request(aTHX_ r);
    SV *process_name = GvSV(script_name);

    GvSV(script_name) = newSVpv(r->filename, 0);
    result = mh_call_void(aTHX_ code, &argument, 1);
    SvREFCNT_dec(GvSV(script_name));
    GvSV(script_name) = process_name;
    if (result.outcome == MH_CALL_DIED)
        status = report(aTHX_ context, class);
    if (PL_endav && av_count(PL_endav) != ends)
        run_new_ends(aTHX_ context, entry, code);
    if (r->status != before && !(status == OK && r->status_line)) {
        int after = r->status;

        r->status = before;
        if (status == OK)
            status = after;
    }
    return status;
}

/*
 * A file that was required at run time brought END blocks. Those in the
 * script's package are the script's; from now on the script takes the way
 * through Perl, which calls these blocks each time.
 */
static void run_new_ends(pTHX_ mh_context_t *context, HV *entry, SV *code)
{
    HV *stash = CvSTASH((CV *)SvRV(code));
    AV *list;

    mh_end_blocks_collect(aTHX);
    list = stash ? mh_end_blocks_find(
                       aTHX_ sv_2mortal(newSVhek(HvNAME_HEK(stash))))
                 : NULL;
    if (!list || !av_count(list))
        return;
    (void)hv_deletes(entry, "short", G_DISCARD);
    mh_end_blocks_run(aTHX_ list, context->r, NULL);
}

/* Class->new($r)->error_check finds $@ and handles it as in mod_perl. */
static int report(pTHX_ mh_context_t *context, SV *class)
{
    SV *error = sv_mortalcopy(ERRSV);
    mh_result_t result;
    SV *args[3] = { class, mh_object_request(aTHX_ context->r), error };

    result = mh_call(aTHX_(SV *) get_cv(COOKER "::report", 0), args, 3);
    return result.outcome == MH_CALL_OK ? (int)result.status
                                        : HTTP_INTERNAL_SERVER_ERROR;
}
