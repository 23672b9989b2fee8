/*
 * modperl_packages.h - mod_perl's C functions that load and unload code: see
 * modperl.h.
 */
#ifndef MEHARI_MODULE_ABI_MODPERL_PACKAGES_H
#define MEHARI_MODULE_ABI_MODPERL_PACKAGES_H

#include "module/abi/modperl.h"

/* require: 1, or 0 with $@; with log the error is in the log, too. */
MH_ABI int modperl_require_module(pTHX_ const char *name, int log);
MH_ABI int modperl_require_file(pTHX_ const char *file, int log);

/* 1 if the module's file is in %INC, else 0. */
MH_ABI int modperl_perl_module_loaded(pTHX_ const char *name);

/* As ModPerl::Util::unload_package. */
MH_ABI void modperl_package_unload(pTHX_ const char *package);

/*
 * A package's name made from the file's: characters that a name cannot have
 * become "_".
 */
MH_ABI char *modperl_file2package(apr_pool_t *pool, const char *file);

/*
 * Defines a constant or a :group in that class (Apache2::Const, APR::Const,
 * ModPerl) and, unless the argument begins with a dash, in the package that it
 * names. Returns 1; croaks if there is no such constant.
 */
MH_ABI int modperl_const_compile(pTHX_ const char *classname,
                                 const char *argument, const char *name);

/*
 * The handles of shared objects that DynaLoader has loaded. The first function
 * forgets them. The second returns them as a list that ends with NULL, and the
 * third closes and frees that list. NULL: there are none.
 */
MH_ABI void modperl_xs_dl_handles_clear(pTHX);
MH_ABI void **modperl_xs_dl_handles_get(pTHX);
MH_ABI void modperl_xs_dl_handles_close(void **handles);

/* 1: the object is closed. */
MH_ABI int modperl_sys_dlclose(void *handle);

/* 1 or 0. */
MH_ABI int modperl_sys_is_dir(pTHX_ SV *name);

#endif
