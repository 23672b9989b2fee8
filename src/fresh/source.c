/*
 * source.c - what perl_parse() does after it has opened the script.
 *
 * perl_parse() itself makes a new symbol table each time, so it is of no use
 * for a second program; yyparse() does not ask who calls it.
 */
#define PERL_CORE /* GRAMPROG */
#include "fresh/source.h"

/* Compilation starts from the defaults, whatever called us had in force. */
static void begin_hints(pTHX)
{
    SAVEHINTS();
    PL_hints = HINTS_DEFAULT;
    hv_clear(GvHV(PL_hintgv));
    PL_compiling.cop_features = 0;
    SAVECOMPILEWARNINGS();
    PL_compiling.cop_warnings = pWARN_STD;
    SAVEI8(PL_dowarn);
}

/* Those of its first line are its own: perl keeps them for the process. */
static void begin_switches(pTHX)
{
    bool *const switches[] = { &PL_minus_c,   &PL_minus_n, &PL_minus_p,
                               &PL_minus_l,   &PL_minus_a, &PL_minus_F,
                               &PL_doswitches };

    for (size_t i = 0; i < C_ARRAY_LENGTH(switches); i++) {
        save_bool(switches[i]);
        *switches[i] = false;
    }
    SAVEI32(PL_perldb);
    PL_perldb = 0;
    SAVEPPTR(PL_splitstr);
    PL_splitstr = " ";
}

/*
 * BEGIN blocks leave their list when they run; the others are the program's.
 * END blocks stay where they are: they run when it does not compile, too.
 */
static void begin_blocks(pTHX)
{
    SAVESPTR(PL_beginav);
    SAVESPTR(PL_unitcheckav);
    SAVESPTR(PL_checkav);
    SAVESPTR(PL_initav);
    PL_beginav = PL_unitcheckav = PL_checkav = PL_initav = NULL;
}

/* perl compiles into PL_main_cv as long as there is no PL_main_root. */
static void begin_program(pTHX_ mh_source_t *source)
{
    SAVESPTR(PL_compcv);
    SAVESPTR(PL_main_cv);
    SAVEVPTR(PL_main_root);
    SAVEVPTR(PL_main_start);
    PL_main_root = PL_main_start = NULL;
    source->cv = MUTABLE_CV(newSV_type(SVt_PVCV));
    PL_main_cv = PL_compcv = source->cv;
    CvUNIQUE_on(PL_compcv);
    CvPADLIST_set(PL_compcv, pad_new(padnew_SAVE));
}

static void begin_package(pTHX_ const char *name)
{
    HV *stash = name ? gv_stashpv(name, GV_ADD) : PL_defstash;

    SAVEGENERICSV(PL_curstash);
    PL_curstash = (HV *)SvREFCNT_inc_simple_NN((SV *)stash);
    save_item(PL_curstname);
    sv_sethek(PL_curstname, HvNAME_HEK(stash));
    SAVEGENERICSV(PL_subname);
    PL_subname = newSVpv(name ? name : "main", 0);
}

/* For such a script perl would execute the other program: this process. */
static bool is_for_perl(pTHX_ PerlIO *file)
{
    char line[256];
    SSize_t size = PerlIO_read(file, line, sizeof(line) - 1);
    char *end;

    PerlIO_rewind(file);
    if (size < 2 || line[0] != '#' || line[1] != '!')
        return true;
    line[size] = 0;
    end = strchr(line, '\n');
    if (end)
        *end = 0;
    return strstr(line, "perl") != NULL;
}

static void begin_file(pTHX_ const char *path)
{
    PerlIO *file = PerlIO_open(path, PERL_SCRIPT_MODE);
    SV *line;

    if (!file)
        Perl_croak(aTHX_ "Can't open perl script \"%s\": %s\n", path,
                   Strerror(errno));
    fcntl(PerlIO_fileno(file), F_SETFD, FD_CLOEXEC);
    if (!is_for_perl(aTHX_ file)) {
        PerlIO_close(file);
        Perl_croak(aTHX_ "%s: its first line names a program that is not "
                         "perl\n",
                   path);
    }
    SAVECOPFILE_FREE(&PL_compiling);
    CopFILE_set(&PL_compiling, path);
    SAVECOPLINE(&PL_compiling);
    CopLINE_set(&PL_compiling, 0);
    line = newSV_type(SVt_PVIV);
    SvPVCLEAR(line);
    lex_start(line, file, 0);
    SvREFCNT_dec(line);
}

/* gv_check() leaves the file and line of what it warned of. */
static void warn_once(pTHX)
{
    ENTER;
    SAVECOPFILE(PL_curcop);
    SAVECOPLINE(PL_curcop);
    gv_check(PL_defstash);
    LEAVE;
}

static void run_blocks(pTHX_ AV **blocks)
{
    if (!*blocks)
        return;
    call_list(PL_scopestack_ix, *blocks);
    SvREFCNT_dec(*blocks);
    *blocks = NULL;
}

static void take_result(pTHX_ mh_source_t *source)
{
    run_blocks(aTHX_ & PL_unitcheckav);
    PERL_SET_PHASE(PERL_PHASE_CHECK);
    run_blocks(aTHX_ & PL_checkav);
    if (PL_minus_c) {
        PerlIO_printf(PerlIO_stderr(), "%s syntax OK\n", source->path);
        my_exit(0);
    }
    source->root = PL_main_root;
    source->start = PL_main_start;
    source->init = PL_initav;
    source->end = PL_endav;
    source->evals = PL_evalseq;
    source->warnings = PL_dowarn;
}

void mh_source_compile(pTHX_ void *data)
{
    mh_source_t *source = data;

    ENTER;
    begin_hints(aTHX);
    begin_switches(aTHX);
    begin_blocks(aTHX);
    begin_program(aTHX_ source);
    begin_file(aTHX_ source->path);
    begin_package(aTHX_ source->package);
    PERL_SET_PHASE(PERL_PHASE_START);
    PL_curcop = &PL_compiling;
    SETERRNO(0, SS_NORMAL);
    if (yyparse(GRAMPROG) || PL_parser->error_count)
        abort_execution("", source->path);
    CopLINE_set(PL_curcop, 0);
    if (isWARN_ONCE)
        warn_once(aTHX);
    take_result(aTHX_ source);
    LEAVE;
    FREETMPS;
}

/* Ops of a main program refer to its pad, which has to be the current one. */
static void free_body(pTHX_ mh_source_t *source)
{
    PAD *pad = PL_comppad;
    SV **entries = PL_curpad;
    COP *cop = PL_curcop;

    PL_comppad = PadlistARRAY(CvPADLIST(source->cv))[1];
    PL_curpad = AvARRAY(PL_comppad);
    PL_curcop = &PL_compiling;
    op_free(source->root);
    PL_comppad = pad;
    PL_curpad = entries;
    PL_curcop = cop;
}

void mh_source_free(pTHX_ mh_source_t *source)
{
    if (source->root)
        free_body(aTHX_ source);
    SvREFCNT_dec(source->cv);
    SvREFCNT_dec((SV *)source->init);
    SvREFCNT_dec((SV *)source->end);
    Safefree(source->path);
    Safefree(source->package);
}
