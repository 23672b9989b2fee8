/*
 * teardown.c - see teardown.h.
 *
 * The end of an interpreter writes to nearly every page of its heap, which a
 * fork shares with its zygote: each is copied first. A look at the heads of all
 * its scalars only reads, and costs some microseconds. The look is for all that
 * perl_destruct() would run or that could be noticed:
 *
 *   END blocks, functions of call_atexit(), hooks of threads
 *   objects whose class has a DESTROY that does something, or an AUTOLOAD
 *   XS code that wants to know when something is freed (magic)
 *   pipes to other programs: closing one waits for the program
 *   handles with layers other than perl's own, and those in error
 */
#include "pool/perl/teardown.h"

#include <perliol.h>

/* Limit on the values below objects that are visited. */
#define MOST_CONTENTS 1000

typedef struct search_t {
    /* the last class found without a destructor: objects come in rows */
    HV *harmless;
    int left; /* of MOST_CONTENTS values */
    bool matters;
} search_t;

/* Layers whose close does no more than their flush. */
static const char *const plain_layers[] = { "unix",  "perlio", "utf8",
                                            "crlf",  "stdio",  "encoding",
                                            "scalar" };

static bool is_plain_layer(const char *name)
{
    for (size_t i = 0; i < sizeof(plain_layers) / sizeof(*plain_layers); i++)
        if (strEQ(name, plain_layers[i]))
            return true;
    return false;
}

static bool is_plain_handle(PerlIO *handle)
{
    for (PerlIO *layer = handle; PerlIOValid(layer); layer = PerlIONext(layer))
        if (!PerlIOBase(layer)->tab ||
            !is_plain_layer(PerlIOBase(layer)->tab->name) ||
            PerlIOBase(layer)->flags & PERLIO_F_ERROR)
            return false;
    return true;
}

/* Perl does not call an empty sub. */
static bool does_something(const CV *code)
{
    const OP *first;

    if (!code || CvCONST(code))
        return false;
    if (CvISXSUB(code))
        return true;
    if (!CvSTART(code))
        return false;
    first = CvSTART(code)->op_next;
    return first->op_type != OP_LEAVESUB &&
           (first->op_type != OP_PUSHMARK ||
            first->op_next->op_type != OP_RETURN);
}

static CV *find_method(pTHX_ HV *class, const char *name)
{
    GV *method = gv_fetchmeth_pvn(class, name, strlen(name), -1, 0);

    return method ? GvCV(method) : NULL;
}

static bool has_destructor(pTHX_ HV *class)
{
    CV *code;

    if (!HvNAME_HEK(class))
        return false;
    code = find_method(aTHX_ class, "DESTROY");
    return code ? does_something(code)
                : find_method(aTHX_ class, "AUTOLOAD") != NULL;
}

static bool has_free_hook(const SV *sv)
{
    for (const MAGIC *magic = SvMAGIC(sv); magic; magic = magic->mg_moremagic)
        if (magic->mg_type == PERL_MAGIC_ext && magic->mg_virtual &&
            magic->mg_virtual->svt_free)
            return true;
    return false;
}

static void look_into(pTHX_ SV *sv, search_t *search);

static void look_into_array(pTHX_ AV *array, search_t *search)
{
    for (SSize_t i = 0; i <= AvFILLp(array); i++)
        look_into(aTHX_ AvARRAY(array)[i], search);
}

/* Walks the buckets, since an iterator would write to the hash. */
static void look_into_hash(pTHX_ HV *hash, search_t *search)
{
    for (STRLEN i = 0; HvARRAY(hash) && i <= HvMAX(hash); i++)
        for (HE *entry = HvARRAY(hash)[i]; entry; entry = HeNEXT(entry))
            look_into(aTHX_ HeVAL(entry), search);
}

/*
 * An object without a destructor is freed, and with it all that only it holds:
 * that may include an object with one. A closure holds variables that are not
 * easily found.
 */
static void look_into(pTHX_ SV *sv, search_t *search)
{
    if (!sv || search->matters)
        return;
    if (!search->left-- || (SvTYPE(sv) >= SVt_PVMG && has_free_hook(sv))) {
        search->matters = true;
        return;
    }
    switch (SvTYPE(sv)) {
    case SVt_PVAV:
        look_into_array(aTHX_(AV *) sv, search);
        break;
    case SVt_PVHV:
        /* A symbol table is also used elsewhere. */
        if (!HvNAME_HEK((HV *)sv))
            look_into_hash(aTHX_(HV *) sv, search);
        break;
    case SVt_PVCV:
        search->matters = CvCLONED((CV *)sv);
        break;
    default:
        /* Other objects are visited on their own. */
        if (SvROK(sv) && !SvOBJECT(SvRV(sv)))
            look_into(aTHX_ SvRV(sv), search);
    }
}

static void look_at_object(pTHX_ SV *sv, search_t *search)
{
    HV *class = SvSTASH(sv);

    if (SvTYPE(sv) == SVt_PVIO)
        search->matters |= !is_plain_handle(IoIFP(sv)) ||
                           !is_plain_handle(IoOFP(sv));
    else if (SvTYPE(sv) != SVt_REGEXP)
        look_into(aTHX_ sv, search);
    if (class == search->harmless)
        return;
    if (has_destructor(aTHX_ class))
        search->matters = true;
    search->harmless = class;
}

/* Walks the arenas of perl's scalars; free ones have no type. */
static void find_objects(pTHX_ search_t *search)
{
    search->left = MOST_CONTENTS;
    for (SV *arena = PL_sv_arenaroot; arena && !search->matters;
         arena = MUTABLE_SV(SvANY(arena))) {
        SV *end = &arena[SvREFCNT(arena)];

        for (SV *sv = arena + 1; sv < end; sv++)
            if (SvOBJECT(sv) && SvTYPE(sv) != (svtype)SVTYPEMASK &&
                SvREFCNT(sv))
                look_at_object(aTHX_ sv, search);
    }
}

static bool has_open_pipes(pTHX)
{
    for (SSize_t fd = 0; fd <= av_top_index(PL_fdpid); fd++) {
        SV **pid = av_fetch(PL_fdpid, fd, 0);

        /* perl writes the number without setting its flag. */
        if (pid && *pid && SvTYPE(*pid) >= SVt_IV && SvIVX(*pid) > 0)
            return true;
    }
    return false;
}

static bool has_hooks(pTHX)
{
    return (PL_endav && av_top_index(PL_endav) >= 0) || PL_exitlistlen > 0 ||
           PL_threadhook != Perl_nothreadhook ||
           PL_destroyhook != Perl_sv_destroyable ||
           getenv("PERL_DESTRUCT_LEVEL");
}

/* perl_destruct() would report the error, but finds an empty buffer now. */
static void say_unflushed(pTHX_ int error)
{
    PerlIO_printf(PerlIO_stderr(), "Unable to flush stdout: %s\n",
                  Strerror(error));
    if (!STATUS_UNIX)
        STATUS_ALL_FAILURE;
}

static bool flush(pTHX)
{
    PerlIO *output = PerlIO_stdout();

    if (PerlIOValid(output) && PerlIO_flush(output)) {
        say_unflushed(aTHX_ errno);
        return false;
    }
    return !PerlIO_flush(NULL);
}

void mh_teardown_prepare(pTHX)
{
    search_t search = { 0 };

    find_objects(aTHX_ & search);
}

bool mh_teardown_matter(pTHX)
{
    search_t search = { 0 };

    if (has_hooks(aTHX) || has_open_pipes(aTHX))
        return true;
    find_objects(aTHX_ & search);
    return search.matters || !flush(aTHX);
}
