/*
 * probe.c - programs that run again and again in one process.
 *
 *     probe [-n RUNS] [-p PACKAGE] [-r] [-t] FOLDER SCRIPT...
 *
 * Compiles the scripts, then runs each of them, in turn, RUNS times. Compiling
 * writes to FOLDER/I.0.out and FOLDER/I.0.err, where I is the script's number
 * from 0 on, run N to FOLDER/I.N.out and .err, and the status is added to
 * FOLDER/I.status. With -t nothing is written: the time of a run is printed,
 * and the memory that is in use after a tenth, half and all of the runs.
 * With -r run N, or compiling, has the environment that is in FOLDER/N.env,
 * with a NUL after each variable, and reads FOLDER/N.in as FOLDER/in.
 */
#include <EXTERN.h>
#include <perl.h>

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "fresh/program.h"

static struct {
    PerlInterpreter *perl;
    const char *folder;
    const char *package;
    long runs;
    bool timed;
    bool requests;
} probe = { .runs = 3 };

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void xs_init(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

static void connect_file(int fd, const char *name, int flags)
{
    int file = open(name, flags, 0666);

    if (file < 0 || dup2(file, fd) < 0)
        abort();
    close(file);
}

static void connect_stream(int fd, int script, long run, const char *kind)
{
    char name[4096];

    snprintf(name, sizeof(name), "%s/%d.%ld.%s", probe.folder, script, run,
             kind);
    connect_file(fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
}

static void set_environment(pTHX_ const char *name)
{
    HV *env = GvHVn(PL_envgv);
    FILE *file = fopen(name, "r");
    char *line = NULL;
    size_t size = 0;

    if (!file)
        abort();
    hv_clear(env);
    while (getdelim(&line, &size, 0, file) > 0) {
        char *value = strchr(line, '=');
        SV **place = hv_fetch(env, line, (I32)(value - line), true);

        sv_setpv_mg(*place, value + 1);
    }
    free(line);
    fclose(file);
}

static void take_request(pTHX_ long run)
{
    char name[4096], input[4096];

    if (!probe.requests)
        return;
    snprintf(name, sizeof(name), "%s/%ld.env", probe.folder, run);
    set_environment(aTHX_ name);
    snprintf(name, sizeof(name), "%s/%ld.in", probe.folder, run);
    snprintf(input, sizeof(input), "%s/in", probe.folder);
    unlink(input);
    if (link(name, input))
        abort();
    connect_file(0, input, O_RDONLY);
}

static void connect_streams(int script, long run)
{
    if (probe.timed)
        return;
    connect_stream(1, script, run, "out");
    connect_stream(2, script, run, "err");
}

static void note_status(int script, int status)
{
    char name[4096];
    FILE *file;

    if (probe.timed)
        return;
    snprintf(name, sizeof(name), "%s/%d.status", probe.folder, script);
    file = fopen(name, "a");
    if (!file || fprintf(file, "%d\n", status) < 0 || fclose(file))
        abort();
}

static mh_program_t *compile(pTHX_ int script, const char *path)
{
    mh_program_t *program;
    int status;

    connect_streams(script, 0);
    take_request(aTHX_ 0);
    program = mh_program_compile(aTHX_ path, probe.package, &status);
    PerlIO_flush(PerlIO_stdout());
    if (!program)
        note_status(script, status);
    return program;
}

/* Compiling anew writes again what is in the files already. */
static mh_program_t *renew(pTHX_ mh_program_t *program, int script,
                           const char *path)
{
    mh_program_free(aTHX_ program);
    return compile(aTHX_ script, path);
}

static void run(pTHX_ mh_program_t **program, int script, long number,
                const char *path)
{
    mh_program_end_t end;

    if (!*program)
        return;
    connect_streams(script, number);
    take_request(aTHX_ number);
    end = mh_program_run(aTHX_ * program);
    if (!end.ran) {
        *program = renew(aTHX_ * program, script, path);
        connect_streams(script, number);
        take_request(aTHX_ number);
        end = mh_program_run(aTHX_ * program);
    }
    PerlIO_flush(PerlIO_stdout());
    note_status(script, end.status);
    if (end.spoilt)
        *program = renew(aTHX_ * program, script, path);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void print_memory(long number)
{
    long pages = 0;
    FILE *file;

    if (!probe.timed || (number != probe.runs / 10 &&
                         number != probe.runs / 2 && number != probe.runs))
        return;
    file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        abort();
    fclose(file);
    fprintf(stderr, "%ld runs: %ld kB\n", number,
            pages * sysconf(_SC_PAGESIZE) / 1024);
}

static void play(pTHX_ char **paths, int count)
{
    mh_program_t **programs;
    double start;

    Newxz(programs, count, mh_program_t *);
    for (int i = 0; i < count; i++)
        programs[i] = compile(aTHX_ i, paths[i]);
    start = seconds();
    for (long number = 1; number <= probe.runs; number++) {
        for (int i = 0; i < count; i++)
            run(aTHX_ & programs[i], i, number, paths[i]);
        print_memory(number);
    }
    if (probe.timed)
        fprintf(stderr, "%.3f us a run\n",
                (seconds() - start) * 1e6 / (double)probe.runs / (double)count);
    for (int i = 0; i < count; i++)
        if (programs[i])
            mh_program_free(aTHX_ programs[i]);
    Safefree(programs);
}

/* What httpd's module has in its process, and no program may see. */
static const char process_text[] =
    "BEGIN { *CORE::GLOBAL::exit = sub { print STDERR qq(exit of the "
    "process\\n); CORE::exit(@_ ? $_[0] : 0) } }"
    "$^X = $ENV{PERL_TO_COMPARE} || $^X;"
    "@INC = split /:/, $ENV{INC_TO_COMPARE} if $ENV{INC_TO_COMPARE};"
    "delete @ENV{qw(PERL_TO_COMPARE INC_TO_COMPARE)};"
    "our $process = 1; sub process { exit 0 }";

static void start_perl(int argc, char **argv)
{
    static char *words[] = { NULL, (char *)"-e", (char *)process_text, NULL };

    words[0] = argv[0];
    PERL_SYS_INIT3(&argc, &argv, &environ);
    /* As perl's own main() has it: what %ENV is given is freed again. */
    PL_use_safe_putenv = FALSE;
    mh_program_prepare();
    probe.perl = perl_alloc();
    PERL_SET_CONTEXT(probe.perl);
    perl_construct(probe.perl);
    {
        dTHXa(probe.perl);
        PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
        PL_perl_destruct_level = 2;
    }
    if (perl_parse(probe.perl, xs_init, 3, words, NULL))
        abort();
    perl_run(probe.perl);
}

int main(int argc, char **argv)
{
    int option;

    while ((option = getopt(argc, argv, "n:p:rt")) != -1) {
        if (option == 'n')
            probe.runs = atol(optarg);
        else if (option == 'p')
            probe.package = optarg;
        else if (option == 'r')
            probe.requests = true;
        else if (option == 't')
            probe.timed = true;
        else
            return 2;
    }
    if (optind + 1 >= argc)
        return 2;
    probe.folder = argv[optind];
    start_perl(argc, argv);
    {
        dTHXa(probe.perl);
        play(aTHX_ argv + optind + 1, argc - optind - 1);
    }
    perl_destruct(probe.perl);
    perl_free(probe.perl);
    PERL_SYS_TERM();
    return 0;
}
