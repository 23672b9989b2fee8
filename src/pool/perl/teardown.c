/*
 * teardown.c - see teardown.h.
 *
 * The end of an interpreter writes to nearly every page of its heap, which a
 * fork shares with its zygote: each is copied first. A look at its objects only
 * reads, and costs some microseconds. The look is for all that perl_destruct()
 * would run or that could be noticed:
 *
 *   END blocks, functions of call_atexit(), hooks of threads
 *   objects whose class has a DESTROY that does something, or an AUTOLOAD;
 *   not those that the table of vetted looks says nobody notices (vetted.h)
 *   XS code that wants to know when something is freed (magic)
 *   pipes to other programs: closing one waits for the program
 *   handles with layers other than perl's own, and those in error
 */
#include "pool/perl/teardown.h"

#include "pool/perl/objects.h"
#include "pool/perl/preload/preload.h"
#include "pool/perl/trace/guard.h"
#include "pool/perl/trace/vetted.h"
#include "shared/perl/destructor.h"
#include "shared/perl/heads.h"

#include <perliol.h>

/* The size of a part of PL_perlio: PERLIO_TABLE_SIZE in perlio.c. */
#define HANDLES_IN_PART 64

/* Limit on the values below objects that are visited. */
#define MOST_CONTENTS 1000

typedef struct search_t {
    /* the last class found without a destructor: objects come in rows */
    HV *harmless;
    int left;     /* of MOST_CONTENTS values */
    bool unknown; /* contents of some objects are */
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

/*
 * Classes known to have no destructor that matters. A template's runs find
 * those that its zygote has looked up.
 */
static struct {
    HV *class[64];
    const CV *code[64];
    UV methods[64]; /* generation of its methods then */
} known;

static UV methods_of(pTHX_ HV *class)
{
    const struct mro_meta *meta = HvMROMETA(class);

    return (UV)meta->pkg_gen + meta->cache_gen + PL_sub_generation;
}

static bool is_vetted(pTHX_ HV *class, const CV *code)
{
    size_t at = PTR2UV(class) / 16 % C_ARRAY_LENGTH(known.class);

    if (known.class[at] == class && known.code[at] == code &&
        known.methods[at] == methods_of(aTHX_ class))
        return true;
    if (!mh_vetted_ends(aTHX_ code, class))
        return false;
    known.class[at] = class;
    known.code[at] = code;
    known.methods[at] = methods_of(aTHX_ class);
    return true;
}

static bool has_destructor(pTHX_ HV *class)
{
    const CV *code = mh_destructor(aTHX_ class);

    return code && !is_vetted(aTHX_ class, code);
}

static bool matters_when_freed(const MGVTBL *table)
{
    static const MGVTBL *harmless;

    if (table == harmless)
        return false;
    if (!mh_vetted_frees(table))
        return true;
    harmless = table;
    return false;
}

static bool has_free_hook(const SV *sv)
{
    for (const MAGIC *magic = SvMAGIC(sv); magic; magic = magic->mg_moremagic)
        if (magic->mg_type == PERL_MAGIC_ext && magic->mg_virtual &&
            magic->mg_virtual->svt_free &&
            matters_when_freed(magic->mg_virtual))
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
    if (!sv || search->matters || search->unknown)
        return;
    if (SvTYPE(sv) >= SVt_PVMG && has_free_hook(sv)) {
        search->matters = true;
        return;
    }
    if (!search->left--) {
        search->unknown = true;
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
        search->unknown = CvCLONED((CV *)sv);
        break;
    default:
        /* Other objects are visited on their own. */
        if (SvROK(sv) && !SvOBJECT(SvRV(sv)))
            look_into(aTHX_ SvRV(sv), search);
    }
}

static void look_at_class(pTHX_ HV *class, search_t *search)
{
    if (class == search->harmless)
        return;
    if (has_destructor(aTHX_ class))
        search->matters = true;
    search->harmless = class;
}

static void look_at_object(pTHX_ SV *sv, HV *class, void *context)
{
    search_t *search = context;

    /* A hidden class has no destructor: preload/state.c. */
    if (search->matters || mh_preload_hides(class))
        return;
    if (sv && SvTYPE(sv) != SVt_REGEXP && SvTYPE(sv) != SVt_PVIO)
        look_into(aTHX_ sv, search);
    look_at_class(aTHX_ class, search);
}

static bool matters(pTHX_ SV *sv, void *data)
{
    return SvTYPE(sv) >= SVt_PVMG && !mh_guard_has(sv) && has_free_hook(sv);
}

static void find_objects(pTHX_ search_t *search)
{
    search->left = MOST_CONTENTS;
    mh_objects_visit(aTHX_ look_at_object, search);
    /* Objects that hold more than can be visited hold nothing that matters if
     * no value of perl's has such magic. */
    if (search->unknown && !search->matters)
        search->matters = mh_heads_visit(aTHX_ matters, NULL);
}

/* Perl's table of open handles: parts, of which the first entry leads to the
 * next part. */
static bool has_special_handles(pTHX)
{
    for (PerlIOl *part = PL_perlio; part; part = part->next)
        for (int i = 1; i < HANDLES_IN_PART; i++)
            if (!is_plain_handle(&part[i].next))
                return true;
    return false;
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

/* END blocks that matter. */
static bool has_ends(pTHX)
{
    for (SSize_t i = 0; PL_endav && i <= av_top_index(PL_endav); i++) {
        const CV *code = (const CV *)AvARRAY(PL_endav)[i];
        const GV *glob = code ? CvGV(code) : NULL;

        if (!glob || !GvSTASH(glob) || !is_vetted(aTHX_ GvSTASH(glob), code))
            return true;
    }
    return false;
}

static bool has_hooks(pTHX)
{
    return has_ends(aTHX) || PL_exitlistlen > 0 ||
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

    (void)has_ends(aTHX);
    mh_objects_note(aTHX);
    find_objects(aTHX_ & search);
}

bool mh_teardown_matter(pTHX)
{
    search_t search = { 0 };

    if (has_hooks(aTHX) || has_open_pipes(aTHX) || has_special_handles(aTHX))
        return true;
    find_objects(aTHX_ & search);
    return search.matters || !flush(aTHX);
}
