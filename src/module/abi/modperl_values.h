/*
 * modperl_values.h - mod_perl's C functions that work on values of Perl's and
 * structures of APR's, and know no request: see modperl.h.
 */
#ifndef MEHARI_MODULE_ABI_MODPERL_VALUES_H
#define MEHARI_MODULE_ABI_MODPERL_VALUES_H

#include "module/abi/modperl.h"
#include "module/api/core/uri_parts.h"

typedef struct {
    apr_pool_t *pool;
    void *data;
} modperl_cleanup_data_t;

/* New structures with pool and data; all else is zero. */
MH_ABI mh_uri_t *modperl_uri_new(apr_pool_t *pool);
MH_ABI modperl_cleanup_data_t *modperl_cleanup_data_new(apr_pool_t *pool,
                                                        void *data);

/* Bytes to upper case, where they are. */
MH_ABI void modperl_str_toupper(char *string);

/* The text of a status, as APR::Error has it; valid until the next one. */
MH_ABI char *modperl_error_strerror(pTHX_ apr_status_t rc);

/* Puts the text before $@, which is a string then. */
MH_ABI void modperl_errsv_prepend(pTHX_ const char *format, ...);

/* rv becomes an object of the class with that number. Returns rv. */
MH_ABI SV *modperl_perl_sv_setref_uv(pTHX_ SV *rv, const char *classname,
                                     UV number);
/*
 * A copy of obj, blessed into the class that stash names. If obj is NULL: a
 * copy of stash.
 */
MH_ABI SV *modperl_newSVsv_obj(pTHX_ SV *stash, SV *obj);

/* A reference to a new glob without a name, as Symbol::gensym() gives it. */
MH_ABI SV *modperl_perl_gensym(pTHX_ char *package);

/* Appends the elements of src themselves, not copies. */
MH_ABI void modperl_perl_av_push_elts_ref(pTHX_ AV *dst, AV *src);

/* The entry of a hash without magic, or NULL. hash: 0, or the key's. */
MH_ABI HE *modperl_perl_hv_fetch_he(pTHX_ HV *hv, char *key, I32 length,
                                    U32 hash);

/* sprintf, with the format first among the arguments. */
MH_ABI void modperl_perl_do_sprintf(pTHX_ SV *sv, I32 count, SV **args);

/* Calls one sub after the other, up to the first that dies: croaks. */
MH_ABI void modperl_perl_call_list(pTHX_ AV *subs, const char *name);

/* As ModPerl::Util::exit. */
MH_ABI void modperl_perl_exit(pTHX_ int status) __attribute__((noreturn));

/* An array of strings as a reference to a list, and the other way round. */
MH_ABI SV *modperl_apr_array_header2avrv(pTHX_ apr_array_header_t *array);
MH_ABI apr_array_header_t *modperl_avrv2apr_array_header(pTHX_ apr_pool_t *pool,
                                                         SV *list);

/*
 * Returns the value of a key, or without a key the table as an object. With a
 * value, sets the key instead, or removes it if the value is undef. Without a
 * table, returns undef.
 */
MH_ABI SV *modperl_table_get_set(pTHX_ apr_table_t *table, char *key, SV *value,
                                 int taint);

/*
 * Ties a handle to a new object of the class; true if it is tied to another
 * class.
 */
MH_ABI void modperl_io_handle_tie(pTHX_ GV *handle, char *classname, void *ptr);
MH_ABI int modperl_io_handle_tied(pTHX_ GV *handle, char *classname);
MH_ABI void modperl_io_handle_untie(pTHX_ GV *handle);

#endif
