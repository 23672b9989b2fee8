/*
 * behind.c - see behind.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/behind.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "pool/perl/preload/preload.h"
#include "pool/perl/self.h"

/* The end of a list of names. */
typedef struct end_t {
    size_t used;
    unsigned unnamed; /* files whose names found no room */
} end_t;

static struct {
    Perl_ppaddr_t require;
    Perl_ppaddr_t do_file;
    mh_wire_spent_t sum;
    end_t end; /* of its names */
} behind;

/* Room for "and 4294967295 more". */
#define MORE 24

static void add_name(const char *name)
{
    end_t *end = &behind.end;
    size_t length = strlen(name);

    if (end->unnamed ||
        end->used + length + 2 > sizeof(behind.sum.loaded) - MORE) {
        end->unnamed++;
        return;
    }
    if (end->used) {
        memcpy(behind.sum.loaded + end->used, ", ", 2);
        end->used += 2;
    }
    memcpy(behind.sum.loaded + end->used, name, length + 1);
    end->used += length;
}

/* The file compiled by the operator that has just run; NULL: none. */
static const char *compiled_file(pTHX_ I32 before, const char **key)
{
    const PERL_CONTEXT *cx = cxstack_ix > before ? CX_CUR() : NULL;
    SV **path;

    if (!cx || CxTYPE(cx) != CXt_EVAL || !cx->blk_eval.old_namesv)
        return NULL;
    *key = SvPV_nolen(cx->blk_eval.old_namesv);
    path = hv_fetch(GvHVn(PL_incgv), *key, (I32)strlen(*key), 0);
    return path && SvPOK(*path) ? SvPVX(*path) : NULL;
}

static void add_bytes(const char *key, const char *path, uint64_t bytes)
{
    mh_wire_modules_e list = mh_preload_list_of(key, path);

    behind.sum.cost.compiled += bytes;
    behind.sum.cost.usual += list == MH_MODULES_USUAL ? bytes : 0;
    behind.sum.cost.more += list == MH_MODULES_MORE ? bytes : 0;
}

/*
 * A file that a hook of @INC gives has no size. The names behind end are those
 * of files that this file has used; its own name replaces them.
 */
static void count(pTHX_ I32 before, end_t end)
{
    int error = errno;
    struct stat status;
    const char *key;
    const char *path = compiled_file(aTHX_ before, &key);

    if (path && !stat(path, &status) && S_ISREG(status.st_mode)) {
        add_bytes(key, path, (uint64_t)status.st_size);
        behind.end = end;
        add_name(key);
    }
    errno = error;
}

static OP *load(pTHX_ Perl_ppaddr_t real)
{
    I32 before = cxstack_ix;
    end_t end = behind.end;
    OP *next = real(aTHX);

    if (mh_self.kind == MH_PERL_RUN)
        count(aTHX_ before, end);
    return next;
}

static OP *count_require(pTHX)
{
    return load(aTHX_ behind.require);
}

static OP *count_do(pTHX)
{
    return load(aTHX_ behind.do_file);
}

void mh_behind_wrap(void)
{
    behind.require = PL_ppaddr[OP_REQUIRE];
    behind.do_file = PL_ppaddr[OP_DOFILE];
    PL_ppaddr[OP_REQUIRE] = count_require;
    PL_ppaddr[OP_DOFILE] = count_do;
}

/* The script's handle; files that it loads have parsers of their own. */
static PerlIO *script_handle(pTHX)
{
    const yy_parser *parser = PL_parser;
    PerlIO *handle = NULL;

    for (; parser; parser = parser->old_parser)
        if (parser->rsfp)
            handle = parser->rsfp;
    return handle;
}

void mh_behind_leave_rest(pTHX)
{
    PerlIO *handle = script_handle(aTHX);
    const char *slash = strrchr(mh_self.script, '/');
    char name[MH_WIRE_LOADED / 2];
    struct stat status;
    Off_t at;

    if (!handle || fstat(PerlIO_fileno(handle), &status))
        return;
    at = PerlIO_tell(handle);
    if (at < 0 || at >= status.st_size)
        return;
    behind.sum.cost.compiled = (uint64_t)(status.st_size - at);
    snprintf(name, sizeof(name), "the rest of %s",
             slash ? slash + 1 : mh_self.script);
    add_name(name);
}

/* A perl without threads has the name at the end of another structure. */
static bool is_of_script(pTHX_ const COP *cop)
{
    const char *file = CopFILE(cop);

    return file && strEQ(file, mh_self.script);
}

/* The script's outermost statement: perl's stacks list contexts from the inside
 * out. */
static const COP *statement_of_script(pTHX)
{
    const COP *found = NULL;

    for (const PERL_SI *si = PL_curstackinfo; si; si = si->si_prev)
        for (I32 i = si->si_cxix; i >= 0; i--) {
            const PERL_CONTEXT *cx = &si->si_cxstack[i];
            /* The context of s///e has other fields. */
            const COP *cop = CxTYPE(cx) == CXt_SUBST ? NULL : cx->blk_oldcop;

            if (cop && cop != &PL_compiling && is_of_script(aTHX_ cop))
                found = cop;
        }
    return found;
}

const char *mh_behind_origin(pTHX)
{
    static char place[PATH_MAX + 64];
    const COP *cop;

    *place = '\0';
    if (PL_curcop && is_of_script(aTHX_ PL_curcop))
        return place;
    cop = statement_of_script(aTHX);
    if (cop)
        snprintf(place, sizeof(place), ", from %s line %ld", mh_self.script,
                 (long)CopLINE(cop));
    return place;
}

const mh_wire_spent_t *mh_behind_compiled(void)
{
    if (behind.end.unnamed)
        snprintf(behind.sum.loaded + behind.end.used, MORE, " and %u more",
                 behind.end.unnamed);
    else
        behind.sum.loaded[behind.end.used] = '\0';
    return &behind.sum;
}
