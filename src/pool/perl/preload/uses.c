/*
 * uses.c - the code that perl runs while it compiles a file ahead: see kept.h.
 *
 * Such code is in BEGIN blocks, and in the folding of constants. A block runs
 * if it is `use` or `no` of a module by a constant name with constant words,
 * and if the module imports by a function that is known to change only names
 * and how perl goes on to compile, or by none. Another block is left out, and
 * runs at the file's `require`.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <errno.h>
#include <stdio.h>

#include "pool/perl/preload/perls.h"
#include "shared/perl/begin.h"

static struct {
    runops_proc_t next;
    HV *files;     /* true for perl's own; NULL: nothing is watched */
    bool again;    /* the block that runs has to run again */
    size_t blocks; /* of the file's text */
    bool of_text;  /* the one that runs is one of them */
} watching;

/*
 * Packages of perl's own. Their function `import` changes only names, which are
 * hidden with the file, what perl notes for the rest of the file, and what
 * effects.c undoes. Others, such as sigtrap or warnings::register, change what
 * names do not show.
 */
static const char *const importers[] = {
    "CGI",         "CGI::Carp",  "Config",     "English",    "Error",
    "Exporter",    "File::Glob", "File::stat", "FileHandle", "Getopt::Long",
    "IO::Socket",  "JSON",       "List::Util", "POSIX",      "Time::HiRes",
    "Time::Piece", "base",       "bytes",      "constant",   "feature",
    "integer",     "less",       "locale",     "overload",   "overloading",
    "parent",      "re",         "sort",       "strict",     "subs",
    "utf8",        "vars",       "warnings",
};

/* The same, for those that set variables of their own: such an import runs
 * again. */
static const char *const setters[] = { "CGI", "CGI::Carp", "Error" };

/* --- whether a block is a plain `use` --- */

/* These operators run no code, except the two that a `use` consists of. */
static bool is_allowed(const OP *op)
{
    switch (op->op_type) {
    case OP_NULL:
    case OP_STUB:
    case OP_PUSHMARK:
    case OP_CONST:
    case OP_LIST:
    case OP_ANONLIST:
    case OP_ANONHASH:
    case OP_REFGEN:
    case OP_SREFGEN:
    case OP_UNDEF:
    case OP_NEGATE:
    case OP_LINESEQ:
    case OP_NEXTSTATE:
    case OP_DBSTATE:
    case OP_LEAVESUB:
    case OP_METHOD_NAMED:
    case OP_ENTERSUB:
    case OP_ANONCODE:
    case OP_GV:
        return true;
    case OP_RV2CV:
    case OP_RV2AV:
        return op->op_flags & OPf_KIDS;
    case OP_REQUIRE:
        return op->op_flags & OPf_KIDS &&
               cUNOPx(op)->op_first->op_type == OP_CONST;
    default:
        return false;
    }
}

/* The last operand says what is called. */
static bool calls_method(const OP *call)
{
    const OP *op = cUNOPx(call)->op_first;

    if (!OpHAS_SIBLING(op) && op->op_flags & OPf_KIDS)
        op = cUNOPx(op)->op_first;
    while (OpHAS_SIBLING(op))
        op = OpSIBLING(op);
    return op->op_type == OP_METHOD_NAMED;
}

static bool are_allowed(const OP *root)
{
    for (const OP *op = root; op; op = OpSIBLING(op)) {
        if (!is_allowed(op) ||
            (op->op_type == OP_ENTERSUB && !calls_method(op)))
            return false;
        if (op->op_flags & OPf_KIDS && !are_allowed(cUNOPx(op)->op_first))
            return false;
    }
    return true;
}

static const OP *find_require(const OP *root)
{
    for (const OP *op = root; op; op = OpSIBLING(op)) {
        const OP *found = op->op_type == OP_REQUIRE ? op : NULL;

        if (!found && op->op_flags & OPf_KIDS)
            found = find_require(cUNOPx(op)->op_first);
        if (found)
            return found;
    }
    return NULL;
}

static bool is_use(const CV *block)
{
    return are_allowed(CvROOT(block)) && find_require(CvROOT(block));
}

/* The value of a constant. Operators of a perl with threads have it in the pad
 * of their function. */
static SV *constant_of(const OP *op, const CV *code)
{
    SV *sv = cSVOPx(op)->op_sv;

    return sv || !op->op_targ
               ? sv
               : PadARRAY(PadlistARRAY(CvPADLIST(code))[1])[op->op_targ];
}

/* The file that the block asks for; NULL: a version of perl. */
static const char *key_of(pTHX_ const CV *block)
{
    const OP *require = find_require(CvROOT(block));
    SV *name = require ? constant_of(cUNOPx(require)->op_first, block) : NULL;

    return name && SvPOK(name) && !SvNIOK(name) && !SvVOK(name)
               ? SvPV_nolen(name)
               : NULL;
}

bool mh_uses_adds_parents(pTHX_ const CV *block)
{
    const char *key = is_use(block) ? key_of(aTHX_ block) : NULL;

    return key && strEQ(key, "parent.pm");
}

/* --- while a block runs --- */

/* A module of perl's own that is on no list is kept as a site's file is. */
static bool is_kept_path(const char *path)
{
    for (const mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->kept && strEQ(at->kept->path, path))
            return true;
    return false;
}

/* Each function's file is asked for again and again. */
static bool is_perls(pTHX_ const char *path)
{
    SV **known = hv_fetch(watching.files, path, (I32)strlen(path), 1);

    if (!SvOK(*known)) {
        int error = errno; /* the file's code sees it */

        sv_setiv(*known, mh_perls_has(path) && !is_kept_path(path));
        errno = error;
    }
    return SvIVX(*known) != 0;
}

static bool is_loaded_from_perls(pTHX_ const char *key)
{
    SV **path = hv_fetch(GvHVn(PL_incgv), key, (I32)strlen(key), 0);

    return path && SvPOK(*path) && is_perls(aTHX_ SvPVX(*path));
}

static const CV *code_of(SV *sv)
{
    if (SvROK(sv))
        sv = SvRV(sv);
    if (isGV_with_GP(sv))
        return GvCV((GV *)sv);
    return SvTYPE(sv) == SVt_PVCV ? (const CV *)sv : NULL;
}

/* Checks that no function of the site is entered. */
static void check_code(pTHX_ const CV *code)
{
    if (code && !CvISXSUB(code) && CvROOT(code) &&
        !(CvFILE(code) && is_perls(aTHX_ CvFILE(code))))
        croak("runs code of %s\n", CvFILE(code) ? CvFILE(code) : "its own");
}

/*
 * A function that perl calls if a class has none: a constant without a value
 * or, since 5.39.1, one that only warns of words.
 */
static bool is_no_import(pTHX_ const CV *code)
{
    if (CvCONST(code))
        return !CvXSUBANY(code).any_ptr;
    return CvFILE(code) && strEQ(CvFILE(code), "universal.c") &&
           !CvNAMED(code) && CvHASGV(code) &&
           (strEQ(GvNAME(CvGV((CV *)code)), "import") ||
            strEQ(GvNAME(CvGV((CV *)code)), "unimport"));
}

static const CV *import_of(pTHX_ SV *function)
{
    const CV *code = function == &PL_sv_yes ? NULL : code_of(function);

    return code && is_no_import(aTHX_ code) ? NULL : code;
}

/* True for a function of perl's own in one of these packages. */
static bool is_of(pTHX_ const CV *code, const char *const *packages,
                  size_t count)
{
    const char *package = CvHASGV(code) ? HvNAME(GvSTASH(CvGV((CV *)code)))
                                        : NULL;

    if (!package || CvISXSUB(code) || !CvFILE(code) ||
        !is_perls(aTHX_ CvFILE(code)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strEQ(package, packages[i]))
            return true;
    return false;
}

static bool is_importer(pTHX_ const CV *code)
{
    return is_of(aTHX_ code, importers, C_ARRAY_LENGTH(importers));
}

/* `use` with a version asks for it before it imports. */
static bool is_version(pTHX_ const CV *code)
{
    const GV *gv = code && CvISXSUB(code) && CvHASGV(code) ? CvGV((CV *)code)
                                                           : NULL;

    return gv && strEQ(GvNAME(gv), "VERSION") && GvSTASH(gv) &&
           strEQ(HvNAME(GvSTASH(gv)), "UNIVERSAL");
}

bool mh_uses_is_call_of(pTHX_ SV *function, const CV *import)
{
    const CV *code = import_of(aTHX_ function);

    return code == import || is_version(aTHX_ code);
}

static void check_call(pTHX_ SV *function, const CV *block, const char *key)
{
    const CV *code = import_of(aTHX_ function);
    bool imports = block && key && !is_version(aTHX_ code);

    if (code && CvISXSUB(code) && imports && !is_loaded_from_perls(aTHX_ key))
        croak("uses %s, which imports by code in C\n", key);
    if (imports && watching.again)
        mh_stages_import(code);
    check_code(aTHX_ code);
}

CV *mh_uses_current(pTHX)
{
    const PERL_CONTEXT *cx = cxstack_ix >= 0 ? CX_CUR() : NULL;

    return cx && CxTYPE(cx) == CXt_SUB ? cx->blk_sub.cv : NULL;
}

static void run_operators(pTHX_ const CV *block, const char *key)
{
    do
        if (PL_op->op_type == OP_ENTERSUB)
            check_call(aTHX_ * PL_stack_sp,
                       mh_uses_current(aTHX) == block ? block : NULL, key);
    while ((PL_op = PL_op->op_ppaddr(aTHX)));
}

/* At level -1, perl does not note in the class what it has found. */
const CV *mh_uses_import_of(pTHX_ SV *class)
{
    HV *stash = gv_stashsv(class, 0);
    const GV *gv = stash ? gv_fetchmeth_pvn(stash, "import", 6, -1, 0) : NULL;

    return gv && isGV_with_GP(gv) ? GvCV(gv) : NULL;
}

/* A class that is being loaded may have another function later. */
static bool imports_plainly(pTHX_ const char *key)
{
    SV *class = mh_module_class_of(aTHX_ key);
    const CV *code = mh_uses_import_of(aTHX_ class);

    if (code && !is_no_import(aTHX_ code) && !is_importer(aTHX_ code))
        return false;
    if (!watching.again)
        mh_kept_imports(aTHX_ class, code);
    return true;
}

bool mh_uses_perls(pTHX_ const char *package)
{
    SV *key = mh_key_of(aTHX_ package);
    SV **path = hv_fetch(GvHVn(PL_incgv), SvPVX(key), (I32)SvCUR(key), 0);

    return path && SvPOK(*path) && mh_perls_has(SvPVX(*path));
}

static bool has_class(pTHX_ const char *name)
{
    if (strEQ(name, "parent.pm") || strEQ(name, "base.pm") ||
        strEQ(name, "parent") || strEQ(name, "base"))
        return true;
    return mh_module_in_inc(aTHX_ SvPVX(mh_key_of(aTHX_ name)));
}

/* `use parent` loads the classes that it names. */
static bool is_parent_pm(const char *key)
{
    return strEQ(key, "parent.pm") || strEQ(key, "base.pm");
}

/* NULL, or the first word of the block of which that is true. */
static const char *find_word(pTHX_ const OP *root, const CV *block,
                             bool (*is)(pTHX_ const char *word))
{
    for (const OP *op = root; op; op = OpSIBLING(op)) {
        const SV *word = op->op_type == OP_CONST ? constant_of(op, block)
                                                 : NULL;
        const char *found = word && SvPOK(word) && is(aTHX_ SvPVX(word))
                                ? SvPVX(word)
                                : NULL;

        if (!found && op->op_flags & OPf_KIDS)
            found = find_word(aTHX_ cUNOPx(op)->op_first, block, is);
        if (found)
            return found;
    }
    return NULL;
}

static bool lacks_class(pTHX_ const char *name)
{
    return name[0] != '-' && !has_class(aTHX_ name);
}

static bool is_kept(pTHX_ const char *key)
{
    const mh_module_t *module = mh_module_known(key);

    return module && module->kept && mh_module_in_inc(aTHX_ key);
}

static bool is_kept_class(pTHX_ const char *name)
{
    return is_kept(aTHX_ SvPVX(mh_key_of(aTHX_ name)));
}

static bool calls(const OP *root)
{
    for (const OP *op = root; op; op = OpSIBLING(op))
        if (op->op_type == OP_ENTERSUB ||
            (op->op_flags & OPf_KIDS && calls(cUNOPx(op)->op_first)))
            return true;
    return false;
}

static bool calls_setter(pTHX_ const CV *block, const char *key)
{
    const CV *code = calls(CvROOT(block))
                         ? mh_uses_import_of(
                               aTHX_ mh_module_class_of(aTHX_ key))
                         : NULL;

    return code && is_of(aTHX_ code, setters, C_ARRAY_LENGTH(setters));
}

/*
 * True for a `use` of a file of the site, or one that sets variables. After it,
 * parents are named again, too, so that they are in order.
 */
static bool runs_again(pTHX_ const CV *block, const char *key)
{
    if (is_parent_pm(key))
        return mh_stages_run_again() ||
               find_word(aTHX_ CvROOT(block), block, is_kept_class);
    return is_kept(aTHX_ key) || calls_setter(aTHX_ block, key);
}

static const char *say(const char *pattern, const char *name)
{
    static char text[256];

    snprintf(text, sizeof(text), pattern, name);
    return text;
}

/* NULL, or why the block's import cannot run ahead. */
static const char *check_import(pTHX_ const CV *block, const char *key)
{
    const char *class = is_parent_pm(key)
                            ? find_word(aTHX_ CvROOT(block), block, lacks_class)
                            : NULL;

    if (class)
        return say("inherits from %s, which is not loaded before", class);
    if (!is_parent_pm(key) && calls(CvROOT(block)) &&
        !imports_plainly(aTHX_ key))
        return say("uses %s, which imports by its own code", key);
    return NULL;
}

/* Perl parses a string, or makes a block, without a file. */
bool mh_uses_is_of_file(pTHX_ const CV *block, const CV *file)
{
    const CV *at = PL_parser && PL_parser->rsfp ? CvOUTSIDE(block) : NULL;

    while (at && at != file && !CvEVAL(at))
        at = CvOUTSIDE(at);
    return at == file;
}

size_t mh_uses_number(bool *of_text)
{
    *of_text = watching.of_text;
    return watching.blocks - (watching.of_text ? 1 : 0);
}

static bool is_of_now(pTHX_ const CV *block)
{
    return mh_uses_is_of_file(aTHX_ block, mh_require_file(aTHX)->blk_eval.cv);
}

/* NULL, or why the block cannot run ahead. */
static const char *check_block(pTHX_ const CV *block, const char *key)
{
    watching.again = false;
    if (!is_use(block))
        return "has a BEGIN block of its own";
    if (!key)
        return NULL;
    if (strEQ(key, "lib.pm"))
        return "changes @INC";
    if (!mh_kept_needs(aTHX_ key))
        return say("uses %s, which is not loaded before", key);
    watching.again = runs_again(aTHX_ block, key);
    return check_import(aTHX_ block, key);
}

/* The other file's own code has not run: exports.c. */
static void run_block_first(pTHX_ CV *block, const char *key)
{
    const mh_kept_t *kept = mh_module(key)->kept;
    const char *why;

    mh_stages_enter_block(aTHX_ block);
    if (kept)
        mh_exports_set(aTHX_ kept);
    why = check_import(aTHX_ block, key);
    if (why)
        croak("%s\n", why);
    run_operators(aTHX_ block, key);
    watching.again = false;
    if (kept)
        mh_exports_unset(aTHX_ mh_module_class_of(aTHX_ key));
    mh_stages_take_block(aTHX);
    mh_stages_leave_block(aTHX);
}

/* It runs at the file's `require` for the first time. */
static void leave_out_block(pTHX_ CV *block, const char *why)
{
    const char *other = mh_own_block_check(aTHX_ block);

    if (other || !is_of_now(aTHX_ block))
        croak("%s%s%s\n", why, other ? ", and " : "", other ? other : "");
    mh_stages_enter_block(aTHX_ block);
    mh_stages_check_own_block(aTHX_ why);
    PL_op = CvROOT(block); /* the operator that leaves it */
    run_operators(aTHX_ NULL, NULL);
    mh_stages_leave_block(aTHX);
}

static void run_block(pTHX_ CV *block)
{
    const char *key = is_use(block) ? key_of(aTHX_ block) : NULL;
    const char *why = check_block(aTHX_ block, key);

    watching.of_text = is_of_now(aTHX_ block);
    if (watching.of_text)
        watching.blocks++;
    if (why)
        leave_out_block(aTHX_ block, why);
    else if (watching.again)
        run_block_first(aTHX_ block, key);
    else
        run_operators(aTHX_ block, key);
}

/* Each call from C comes here; perl folds constants so, too. */
static int run(pTHX)
{
    CV *code = mh_uses_current(aTHX);

    if (!code || PL_op != CvSTART(code)) {
        run_operators(aTHX_ NULL, NULL);
    } else if (mh_is_begin(aTHX_ code)) {
        run_block(aTHX_ code);
    } else {
        check_code(aTHX_ code);
        run_operators(aTHX_ NULL, NULL);
    }
    TAINT_NOT;
    return 0;
}

void mh_uses_begin(pTHX)
{
    watching.next = PL_runops;
    watching.blocks = 0;
    watching.files = newHV();
    PL_runops = run;
}

void mh_uses_end(pTHX)
{
    if (!watching.files)
        return;
    PL_runops = watching.next;
    SvREFCNT_dec(watching.files);
    watching.files = NULL;
}
