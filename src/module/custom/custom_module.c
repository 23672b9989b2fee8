/*
 * custom_module.c - httpd modules in Perl: the modules themselves, and the
 * objects that hold what their directives say. See custom_directive.c for the
 * directives.
 */
#include "module/custom/custom_module.h"

#include "module/api/core/object.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/custom/custom_directive.h"

static apr_status_t remove_module(void *data);
static apr_status_t forget_object(void *data);
static void call_merge(pTHX_ void *data);
static void call_create(pTHX_ void *data);

static mh_custom_module_t *modules; /* all modules, newest first */
static int slots;                   /* modules that httpd has room for */

/* --- room in httpd ---------------------------------------------------- */

static int count(const ap_directive_t *node)
{
    static const char *const loaders[] = { "PerlLoadModule", "PerlModule",
                                           "PerlRequire", "PerlConfigRequire",
                                           "Perl" };
    int found = 0;

    for (; node; node = node->next) {
        for (size_t i = 0; i < sizeof loaders / sizeof loaders[0]; i++)
            found += !strcasecmp(node->directive, loaders[i]);
        found += count(node->first_child);
    }
    return found;
}

/*
 * httpd fixes the length of its configuration vectors before any directive
 * runs. Each of these directives may bring one module.
 */
void mh_custom_modules_reserve(apr_pool_t *pconf)
{
    slots = count(ap_conftree);
    ap_reserve_module_slots(slots);
}

/* --- the modules ------------------------------------------------------ */

static mh_custom_module_t *find(pTHX_ SV *class)
{
    const char *name = sv_isobject(class) ? sv_reftype(SvRV(class), TRUE)
                                          : SvPV_nolen(class);

    for (mh_custom_module_t *m = modules; m; m = m->next)
        if (!strcmp(m->record.name, name))
            return m;
    for (mh_custom_module_t *m = modules; m; m = m->next)
        if (sv_derived_from(class, m->record.name))
            return m;
    return NULL;
}

static void *create_dir(apr_pool_t *pool, char *path)
{
    mh_custom_config_t *config = apr_pcalloc(pool, sizeof *config);

    config->pool = pool;
    return config;
}

static void *create_server(apr_pool_t *pool, server_rec *s)
{
    return create_dir(pool, NULL);
}

/*
 * The merged settings: the result of the class's method, or the inner settings.
 */
static void *merge_config(apr_pool_t *pool, mh_custom_config_t *base,
                          mh_custom_config_t *add, const char *method);

static void *merge_dir(apr_pool_t *pool, void *base, void *add)
{
    return merge_config(pool, base, add, "DIR_MERGE");
}

static void *merge_server(apr_pool_t *pool, void *base, void *add)
{
    return merge_config(pool, base, add, "SERVER_MERGE");
}

static mh_custom_module_t *new_module(apr_pool_t *pool, const char *package)
{
    mh_custom_module_t *m = apr_pcalloc(pool, sizeof *m);

    m->generation = mehari.generation;
    m->record.version = MODULE_MAGIC_NUMBER_MAJOR;
    m->record.minor_version = MODULE_MAGIC_NUMBER_MINOR;
    m->record.module_index = -1;
    m->record.name = apr_pstrdup(pool, package);
    m->record.magic = MODULE_MAGIC_COOKIE;
    m->record.create_dir_config = create_dir;
    m->record.merge_dir_config = merge_dir;
    m->record.create_server_config = create_server;
    m->record.merge_server_config = merge_server;
    return m;
}

/* httpd has one set of directives; another interpreter has its own subs. */
static const char *added_before(mh_custom_module_t *m,
                                const mh_custom_module_t *other)
{
    bool elsewhere = other->generation != m->generation;

    mh_custom_directives_forget(m);
    if (elsewhere)
        return NULL;
    return apr_psprintf(mehari.pconf,
                        "%s has added its directives already; "
                        "add all of them in one call",
                        m->record.name);
}

const char *mh_custom_module_add(pTHX_ const char *package, AV *directives)
{
    apr_pool_t *pool = mehari.pconf;
    mh_custom_module_t *m = new_module(pool, package);
    const char *why = mh_custom_directives_make(aTHX_ m, directives, pool);

    if (why)
        return why;
    for (mh_custom_module_t *other = modules; other; other = other->next)
        if (!strcmp(other->record.name, package))
            return added_before(m, other);
    if (slots == 0)
        return apr_psprintf(pool,
                            "httpd has no room for the directives of "
                            "%s: load it with a PerlLoadModule of its own",
                            package);
    why = ap_add_loaded_module(&m->record, pool, m->record.name);
    if (why)
        return why;
    slots--;
    /*
     * httpd would allocate the server's structure in the pool of the first
     * directive, and that may be a request's pool (.htaccess).
     */
    ap_single_module_configure(pool, mehari.server, &m->record);
    m->next = modules;
    modules = m;
    apr_pool_cleanup_register(pool, m, remove_module, apr_pool_cleanup_null);
    return NULL;
}

static apr_status_t remove_note(void *data)
{
    modules = ((mh_custom_module_t *)data)->next;
    return APR_SUCCESS;
}

void mh_custom_module_note(const char *package)
{
    mh_custom_module_t *m = new_module(mehari.pconf, package);

    m->next = modules;
    modules = m;
    apr_pool_cleanup_register(mehari.pconf, m, remove_note,
                              apr_pool_cleanup_null);
}

bool mh_custom_module_has(pTHX_ SV *class)
{
    return find(aTHX_ class) != NULL;
}

/* The configuration goes, newest module first. */
static apr_status_t remove_module(void *data)
{
    mh_custom_module_t *m = data;

    mh_custom_directives_forget(m);
    ap_remove_loaded_module(&m->record);
    modules = m->next;
    return APR_SUCCESS;
}

/* --- the objects ------------------------------------------------------ */

static void keep_object(pTHX_ mh_custom_config_t *config, mh_custom_module_t *m,
                        SV *object)
{
    config->module = m;
    config->object = newSVsv(object);
    config->generation = mehari.generation;
    apr_pool_cleanup_register(config->pool, config, forget_object,
                              apr_pool_cleanup_null);
}

static apr_status_t forget_object(void *data)
{
    mh_custom_config_t *config = data;

    mh_turn_discard(config->object, config->generation);
    config->object = NULL;
    return APR_SUCCESS;
}

/* For a call into Perl inside mh_call_c. */
typedef struct {
    mh_custom_module_t *module;
    mh_custom_config_t *into;
    const char *method;
    SV *first, *second;
} call_t;

/*
 * The method's value, or NULL when the class has none of that name. Its
 * arguments are first and second.
 */
static SV *call_class(pTHX_ call_t *call)
{
    HV *stash = gv_stashpv(call->module->record.name, GV_ADD);
    GV *method = gv_fetchmethod_autoload(stash, call->method, FALSE);
    SV *args[2] = { call->first, call->second };
    SV *value;

    if (!method)
        return NULL;
    value = mh_call_scalar(aTHX_(SV *) GvCV(method), args, 2);
    if (!SvROK(value))
        croak("%s::%s returned %s and not an object", call->module->record.name,
              call->method, mh_describe(aTHX_ value));
    return value;
}

static void call_create(pTHX_ void *data)
{
    call_t *call = data;
    const char *package = call->module->record.name;
    SV *object = call_class(aTHX_ call);

    if (!object) {
        object = sv_2mortal(newRV_noinc((SV *)newHV()));
        sv_bless(object, gv_stashpv(package, GV_ADD));
    }
    keep_object(aTHX_ call->into, call->module, object);
}

const char *mh_custom_config_make(pTHX_ mh_custom_module_t *m,
                                  mh_custom_config_t *config,
                                  const char *method, SV *parms)
{
    SV *package;
    const char *why = NULL;

    if (config->object && config->generation == mehari.generation)
        return NULL;
    package = newSVpv(m->record.name, 0);
    {
        call_t call = { m, config, method, package, parms };

        if (!mh_call_c(aTHX_ call_create, &call))
            why = mh_error_text(aTHX_ config->pool);
    }
    SvREFCNT_dec(package);
    return why;
}

/* Without a method of its own the inner object replaces the outer one. */
static void call_merge(pTHX_ void *data)
{
    call_t *call = data;
    SV *object = call_class(aTHX_ call);

    keep_object(aTHX_ call->into, call->module, object ? object : call->second);
}

static mh_custom_config_t *merge_objects(mh_custom_config_t *base,
                                         mh_custom_config_t *add,
                                         mh_custom_config_t *merged,
                                         const char *method);

static void *merge_config(apr_pool_t *pool, mh_custom_config_t *base,
                          mh_custom_config_t *add, const char *method)
{
    mh_custom_config_t *merged;

    /* httpd has no base when the module is used in a virtual host only. */
    if (!base || !base->object || !mehari.perl)
        return add;
    if (!add || !add->object)
        return base;
    /* A host with its own interpreter cannot use the server's objects. */
    if (base->generation != add->generation)
        return add;
    merged = create_dir(pool, NULL);
    mh_turn_take(MH_TURN_EVER);
    mh_parent_enter_generation(add->generation);
    merged = merge_objects(base, add, merged, method);
    mh_parent_leave();
    mh_turn_leave();
    return merged;
}

static mh_custom_config_t *merge_objects(mh_custom_config_t *base,
                                         mh_custom_config_t *add,
                                         mh_custom_config_t *merged,
                                         const char *method)
{
    apr_pool_t *pool = merged->pool;

    {
        call_t call = { base->module, merged, method, base->object,
                        add->object };
        dTHXa(mehari.perl);

        if (!mh_call_c(aTHX_ call_merge, &call)) {
            mh_log_perror(APLOG_MARK, APLOG_ERR, 0, pool, "MH2016: %s::%s: %s",
                          base->module->record.name, method,
                          mh_error_text(aTHX_ pool));
            return add;
        }
    }
    return merged;
}

SV *mh_custom_module_config(pTHX_ SV *class, server_rec *s,
                            ap_conf_vector_t *vector)
{
    mh_custom_module_t *m = find(aTHX_ class);
    mh_custom_config_t *config;

    if (!m)
        return NULL;
    config = ap_get_module_config(vector ? vector : s->module_config,
                                  &m->record);
    return config && config->object && config->generation == mehari.generation
               ? sv_mortalcopy(config->object)
               : NULL;
}
