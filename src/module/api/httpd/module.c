/*
 * module.c - Apache2::Module: httpd's modules, and those written in Perl.
 */
#include "module/api/core/method_table.h"
#include "module/common/role.h"
#include "module/custom/custom_module.h"
#include "module/worker/refuse.h"
#include "module/perl/interpreter.h"
#include "shared/perl/key.h"

#define MODULE(call) ((module *)(call)->self)

static SV *module_object(pTHX_ const module *m)
{
    return mh_object(aTHX_ MH_MODULE, (void *)m, mehari.pconf);
}

static SV *add(pTHX_ mh_call_t *call)
{
    const char *package = mh_arg_string(aTHX_ call, 0, "");
    SV *list = call->arg[1];
    const char *why;

    if (SvTYPE(SvRV(list)) != SVt_PVAV) {
        mh_method_croak(aTHX_ call,
                        "argument 2 must be a reference to an array of hashes, "
                        "not %s",
                        mh_describe(aTHX_ list));
    }
    if (mh_role_is_worker()) { /* httpd's parent reads the directives */
        mh_custom_module_note(package);
        return NULL;
    }
    why = mh_custom_module_add(aTHX_ package, (AV *)SvRV(list));
    if (why != NULL)
        mh_method_croak(aTHX_ call, "%s", why);
    return NULL;
}

static SV *get_config(pTHX_ mh_call_t *call)
{
    server_rec *s = mh_arg_object(aTHX_ call, 1, MH_SERVER);
    ap_conf_vector_t *vector = NULL;
    SV *config;

    if (mh_custom_module_has(aTHX_ call->arg[0]))
        mh_refuse_in_worker(aTHX_ call,
                            "set the value by PerlSetVar and read it by "
                            "$r->dir_config, or write PerlUsePool none");
    if (mh_arg_given(call, 2) && SvOK(call->arg[2]))
        vector = mh_arg_object(aTHX_ call, 2, MH_CONF_VECTOR);
    config = mh_custom_module_config(aTHX_ call->arg[0], s, vector);
    return config == NULL ? &PL_sv_undef : config;
}

static SV *find_linked_module(pTHX_ mh_call_t *call)
{
    return module_object(
        aTHX_ ap_find_linked_module(mh_arg_string(aTHX_ call, 0, "")));
}

/* foo.c is a module of httpd, any other name one of Perl. */
static bool ends_with(const char *name, size_t length, const char *end)
{
    size_t tail = strlen(end);

    return length > tail && strcmp(name + length - tail, end) == 0;
}

/* mod_alias.so: the module of mod_alias.c, if LoadModule brought it. */
static bool is_shared(pTHX_ const char *name, size_t length)
{
    SV *source = sv_2mortal(newSVpvn(name, length - 2));
    const module *found;

    sv_catpvs(source, "c");
    found = ap_find_linked_module(SvPVX(source));
    return found != NULL && found->dynamic_load_handle != NULL;
}

/* True if the file of Foo::Bar is in %INC. */
static bool is_required(pTHX_ const char *name)
{
    return cBOOL(
        hv_exists_ent(get_hv("INC", GV_ADD), mh_key_of(aTHX_ name), 0));
}

static SV *loaded(pTHX_ mh_call_t *call)
{
    const char *name = mh_arg_string(aTHX_ call, 0, "");
    size_t length = strlen(name);

    if (ends_with(name, length, ".c"))
        return mh_int(aTHX_ ap_find_linked_module(name) != NULL);
    if (ends_with(name, length, ".so"))
        return mh_int(aTHX_ is_shared(aTHX_ name, length));
    return mh_int(aTHX_ is_required(aTHX_ name));
}

static SV *top_module(pTHX_ mh_call_t *call)
{
    return module_object(aTHX_ ap_top_module);
}

static SV *cmds(pTHX_ mh_call_t *call)
{
    const command_rec *first = MODULE(call)->cmds;

    if (first == NULL || first->name == NULL)
        return &PL_sv_undef;
    return mh_object(aTHX_ MH_COMMAND, (void *)first, mehari.pconf);
}

static SV *module_next(pTHX_ mh_call_t *call)
{
    return module_object(aTHX_ MODULE(call)->next);
}

static SV *remove_loaded_module(pTHX_ mh_call_t *call)
{
    ap_remove_loaded_module(MODULE(call));
    return NULL;
}

/* clang-format off */
static const mh_method_t module_methods[] = {
    MH_FIELD("ap_api_major_version", MH_FIELD_INT, module, version, MH_RO,
             "The version of httpd's module interface"),
    MH_FIELD("ap_api_minor_version", MH_FIELD_INT, module, minor_version,
             MH_RO, "The minor version of that interface"),
    MH_METHOD("cmds", "", cmds,
              "Its first directive, an Apache2::Command, or undef"),
    MH_FIELD("module_index", MH_FIELD_INT, module, module_index, MH_RO,
             "Its index in httpd's configuration vectors"),
    MH_FIELD("name", MH_FIELD_STRING, module, name, MH_RO,
             "Its name: mod_alias.c, or a package"),
    MH_METHOD("next", "", module_next, "The next module in the list, or undef"),
    MH_METHOD_WHEN("remove_loaded_module", "", remove_loaded_module,
                   MH_STARTUP, "Remove the module from httpd's list"),
    MH_METHOD_WHEN("add", ":sr", add, MH_STARTUP,
                   "Add directives that are written in Perl"),
    MH_METHOD("find_linked_module", ":s", find_linked_module,
              "The module of that name, or undef"),
    MH_METHOD("get_config", ":*V|*", get_config,
              "The object with a Perl module's settings, or undef"),
    MH_METHOD("loaded", ":s", loaded,
              "True if that module (mod_alias.c, or a Perl module) is loaded"),
    MH_METHOD("top_module", ":|*", top_module, "The first module in the list"),
    MH_END,
};

/* clang-format on */

const mh_api_t mh_api_module[] = {
    { "Apache2::Module", MH_MODULE, module_methods },
    MH_API_END,
};
