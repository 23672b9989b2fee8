/*
 * modperl_packages.c - see modperl_packages.h.
 */
#include "module/abi/modperl_packages.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "module/abi/method_call.h"
#include "module/api/core/constants.h"
#include "shared/perl/key.h"

/* --- files -------------------------------------------------------------- */

int modperl_require_file(pTHX_ const char *file, int log)
{
    require_pv(file);
    if (!SvROK(ERRSV) && !SvTRUE(ERRSV))
        return 1;
    if (log)
        modperl_errsv(aTHX_ HTTP_INTERNAL_SERVER_ERROR, NULL, NULL);
    return 0;
}

int modperl_require_module(pTHX_ const char *name, int log)
{
    int loaded;

    ENTER;
    SAVETMPS;
    loaded = modperl_require_file(aTHX_ SvPV_nolen(mh_key_of(aTHX_ name)), log);
    FREETMPS;
    LEAVE;
    return loaded;
}

int modperl_perl_module_loaded(pTHX_ const char *name)
{
    const HE *entry;
    int loaded;

    ENTER;
    SAVETMPS;
    entry = hv_fetch_ent(GvHVn(PL_incgv), mh_key_of(aTHX_ name), 0, 0);
    loaded = entry && SvOK(HeVAL(entry));
    FREETMPS;
    LEAVE;
    return loaded;
}

void modperl_package_unload(pTHX_ const char *package)
{
    SV *name = sv_2mortal(newSVpv(package, 0));

    SvREFCNT_dec(mh_abi_method(aTHX_ "ModPerl::Util::unload_package_xs", name,
                               NULL, NULL));
}

/* --- names -------------------------------------------------------------- */

static bool is_of_name(char byte)
{
    return apr_isalnum(byte) || byte == '_';
}

static bool is_slash(char byte)
{
    return byte == '/' || byte == '\\';
}

/* Slashes in a row count as one, and none at the end. */
char *modperl_file2package(apr_pool_t *pool, const char *file)
{
    char *package;
    char *at;

    while (*file && !is_of_name(*file))
        file++;
    package = at = apr_pcalloc(pool, 2 * strlen(file) + 1);
    for (; *file; file++) {
        if (!is_slash(*file)) {
            *at++ = is_of_name(*file) ? *file : '_';
        } else if (file[1] && !is_slash(file[1])) {
            *at++ = ':';
            *at++ = ':';
        }
    }
    return package;
}

static const char *family_of(const char *classname)
{
    if (strncmp(classname, "APR", 3) == 0)
        return "APR::Const";
    return strncmp(classname, "Apache2", 7) == 0 ? "Apache2::Const"
                                                 : "ModPerl::Const";
}

int modperl_const_compile(pTHX_ const char *classname, const char *argument,
                          const char *name)
{
    HV *into = *argument == '-' ? NULL : gv_stashpv(argument, GV_ADD);

    mh_constants_define(aTHX_ family_of(classname), into, name);
    return 1;
}

/* --- shared objects ----------------------------------------------------- */

void modperl_xs_dl_handles_clear(pTHX)
{
    AV *handles = get_av("DynaLoader::dl_librefs", 0);

    if (handles)
        av_clear(handles);
}

void **modperl_xs_dl_handles_get(pTHX)
{
    AV *objects = get_av("DynaLoader::dl_librefs", 0);
    AV *modules = get_av("DynaLoader::dl_modules", 0);
    SSize_t count = objects ? (SSize_t)av_count(objects) : 0;
    void **handles = count ? calloc((size_t)count + 1, sizeof(*handles)) : NULL;
    SSize_t used = 0;

    for (SSize_t i = 0; handles && i < count; i++) {
        SV **object = av_fetch(objects, i, 0);

        if (object && SvIV(*object))
            handles[used++] = INT2PTR(void *, SvIV(*object));
    }
    if (handles)
        av_clear(objects);
    if (handles && modules)
        av_clear(modules);
    return handles;
}

void modperl_xs_dl_handles_close(void **handles)
{
    for (void **at = handles; at && *at; at++)
        modperl_sys_dlclose(*at);
    free(handles);
}

int modperl_sys_dlclose(void *handle)
{
    return dlclose(handle) == 0;
}

int modperl_sys_is_dir(pTHX_ SV *name)
{
    struct stat found;

    return stat(SvPV_nolen(name), &found) == 0 && S_ISDIR(found.st_mode);
}
