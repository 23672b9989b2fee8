/*
 * library.c - @INC, and require on behalf of the configuration.
 */
#include "module/perl/library.h"

#include <dlfcn.h>

#include "apr_file_info.h"
#include "module/perl/call.h"
#include "shared/perl/key.h"

static bool is_file(const char *path, apr_pool_t *pool);
static const char *of_startup(const char *message, apr_pool_t *pool);
static const char *without_trailer(const char *message, apr_pool_t *pool);
static void require_name(pTHX_ void *data);

void mh_library_add(pTHX_ server_rec *s)
{
    AV *inc = GvAVn(PL_incgv);
    const char *root = ap_server_root;
    const char *lib;

    if (!root)
        return;
    lib = apr_pstrcat(s->process->pconf, root, "/lib/perl", NULL);
    av_push(inc, newSVpv(root, 0));
    if (is_file(lib, s->process->pconf))
        av_push(inc, newSVpv(lib, 0));
}

const char *mh_library_own(apr_pool_t *pool)
{
    Dl_info self;
    const char *lib;

    if (dladdr((void *)&perl_module, &self) && self.dli_fname) {
        const char *slash = strrchr(self.dli_fname, '/');

        if (slash) {
            const char *dir = apr_pstrndup(pool, self.dli_fname,
                                           slash - self.dli_fname);
            lib = apr_pstrcat(pool, dir, "/../lib", NULL);
            if (is_file(apr_pstrcat(pool, lib, "/mod_perl2.pm", NULL), pool)) {
                char *real = NULL;

                if (apr_filepath_merge(&real, NULL, lib, APR_FILEPATH_TRUENAME,
                                       pool) == APR_SUCCESS)
                    return real;
                return lib;
            }
        }
    }
    return is_file(MEHARI_LIB_DIR, pool) ? MEHARI_LIB_DIR : NULL;
}

/* A mod_perl has no such file. */
static bool is_our_folder(const char *folder, apr_pool_t *pool)
{
    return is_file(apr_pstrcat(pool, folder, "/Mehari/Constants.pm", NULL),
                   pool);
}

static bool is_named(const apr_array_header_t *switches, apr_pool_t *pool)
{
    for (int i = 0; i < switches->nelts; i++) {
        const char *word = APR_ARRAY_IDX(switches, i, const char *);

        if (word[0] != '-' || word[1] != 'I')
            continue;
        if (!word[2] && i + 1 < switches->nelts)
            word = APR_ARRAY_IDX(switches, ++i, const char *);
        else
            word += 2;
        if (is_our_folder(word, pool))
            return true;
    }
    return false;
}

static bool is_in_environment(apr_pool_t *pool)
{
    const char *folders = getenv("PERL5LIB");
    char *left;
    char *folder;

    if (!folders)
        return false;
    folder = apr_strtok(apr_pstrdup(pool, folders), ":", &left);
    while (folder && !is_our_folder(folder, pool))
        folder = apr_strtok(NULL, ":", &left);
    return folder != NULL;
}

const char *mh_library_missing(const apr_array_header_t *switches,
                               apr_pool_t *pool)
{
    if (mh_library_own(pool) || is_named(switches, pool) ||
        is_in_environment(pool))
        return NULL;
    return "MH1012: the Perl modules of mehari are neither in " MEHARI_LIB_DIR
           " nor beside the folder that mod_mehari.so was loaded from: load "
           "it from where it was built or installed";
}

static bool is_file(const char *path, apr_pool_t *pool)
{
    apr_finfo_t finfo;

    return apr_stat(&finfo, path, APR_FINFO_TYPE, pool) == APR_SUCCESS;
}

static const char *require_file(pTHX_ const char *file, apr_pool_t *pool)
{
    if (mh_call_c(aTHX_ require_name, (void *)file))
        return NULL;
    return of_startup(without_trailer(mh_error_text(aTHX_ pool), pool), pool);
}

const char *mh_require_module(pTHX_ const char *name, apr_pool_t *pool)
{
    return require_file(aTHX_ SvPVX(mh_key_of(aTHX_ name)), pool);
}

/* exit() throws an error object, and require has turned that into text. */
static const char *of_startup(const char *message, apr_pool_t *pool)
{
    const char *exit_was = strstr(message, "exit was called at ");

    if (!exit_was || strncmp(message, "ModPerl::Util::exit: ", 21) != 0)
        return message;
    return apr_pstrcat(pool, exit_was, "; code that is loaded must return",
                       NULL);
}

/*
 * The end of require's message: "Compilation failed in require at ...", where
 * the place is a line of ours. It helps nobody, so we cut it. Messages of files
 * that the file itself requires stay.
 */
static const char *without_trailer(const char *message, apr_pool_t *pool)
{
    static const char failed[] = "Compilation failed in require";
    const size_t failed_length = sizeof(failed) - 1;
    const char *end = NULL;

    for (const char *p = message; (p = strstr(p, " at (eval ")); p++)
        end = p;
    if (!end || strchr(end, '\n') || !strstr(end, ") line 1."))
        return message;
    if (end - message > (ptrdiff_t)failed_length &&
        !strncmp(end - failed_length, failed, failed_length))
        end -= failed_length;
    while (end > message && isSPACE(end[-1]))
        end--;
    return apr_pstrmemdup(pool, message, end - message);
}

const char *mh_require_named(pTHX_ const char *name, apr_pool_t *pool)
{
    const char *file = ap_server_root_relative(pool, name);

    return require_file(aTHX_ file && is_file(file, pool) ? file : name, pool);
}

static void require_name(pTHX_ void *data)
{
    /* require_pv() catches the error: throw it on, or our eval clears it. */
    require_pv((const char *)data);
    if (SvROK(ERRSV) || SvTRUE(ERRSV))
        croak_sv(sv_mortalcopy(ERRSV));
}

bool mh_require_not_found(const char *message, const char *name)
{
    const char *at = strstr(message, "Can't locate ");
    const char *from;

    if (at != message)
        return false;
    for (from = message + 13; *name; name++, from++)
        if (name[0] == ':' && name[1] == ':' && *from == '/')
            name++;
        else if (*from != *name)
            return false;
    return strncmp(from, ".pm in ", 7) == 0;
}
