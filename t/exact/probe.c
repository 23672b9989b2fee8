/*
 * probe.c - runs a script under the trace, and reports.
 *
 *     probe REPORT [OPTION]... -- [PERL-SWITCH]... SCRIPT [WORD]...
 *
 *     -p MODULE      load it ahead, for any script
 *     -L FILE        load its modules ahead, for any script
 *     -u KEY=PATH    load it ahead, from this path
 *     -l KEY=PATH    compile it ahead, when the script was compiled
 *     -e NAME=VALUE  of the request; the rest is the probe's own environment
 *     -r             run the script in a child, for that request
 *     -f FOLDER      what is there counts as perl's own
 *     -v FILE        vetted looks
 *     -d NAME        a variable that differs between requests
 *     -1             give up at the first that is told, as a zygote does
 *
 * REPORT is a file to which lines are added: "told WHAT", "refused KEY: WHY",
 * "file KIND PATH", "differs WHAT", "loaded KEY PATH", "reloaded KEY" (it was
 * there, and perl has loaded it itself nevertheless), "kept KEY" (a file of
 * data was compiled ahead), "used KEY" (and run), "status N".
 */
#include <EXTERN.h>
#include <perl.h>

#include <sys/wait.h>

#include "pool/perl/environ/environ.h"
#include "pool/perl/trace/guard.h"
#include "pool/perl/trace/later.h"
#include "pool/perl/preload/kept.h"
#include "pool/perl/preload/preload.h"
#include "pool/perl/preload/perls.h"
#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/vetted.h"
#include "shared/perl/compat.h"
#include "shared/wire/files.h"

#define LIST_MAX 65536

typedef struct list_t {
    char text[LIST_MAX];
    size_t size;
} list_t;

static struct {
    FILE *report;
    const char *listed;
    list_t preload;
    list_t unshared;
    list_t compiled;
    list_t environ;
    list_t varies;
    bool run;
    bool give_up;
} probe;

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void add(list_t *list, const char *text)
{
    size_t size = strlen(text) + 1;

    if (list->size + size > LIST_MAX)
        abort();
    memcpy(list->text + list->size, text, size);
    list->size += size;
}

/* KEY=PATH are two strings of a list of modules. */
static void add_module(list_t *list, char *text)
{
    char *path = strchr(text, '=');

    if (!path)
        abort();
    *path++ = '\0';
    add(list, text);
    add(list, path);
}

static mh_wire_field_t field_of(const list_t *list)
{
    return (mh_wire_field_t){ list->size ? list->text : NULL,
                              (uint32_t)list->size };
}

static void told(void *context, const char *what)
{
    fprintf(probe.report, "told %s\n", what);
    fflush(probe.report);
    if (probe.give_up)
        _exit(3);
}

static void report_refused(char *refused)
{
    char *rest = refused;
    char *line;

    while (rest && (line = strsep(&rest, "\n")))
        if (*line)
            fprintf(probe.report, "refused %s\n", line);
    fflush(probe.report);
    free(refused);
}

/* Adds the folders of the modules to @INC, and their names to the list. */
static void name_modules(pTHX_ const mh_wire_field_t *pairs, list_t *names)
{
    const char *key = mh_wire_next(pairs, NULL);

    for (; key; key = mh_wire_next(pairs, key)) {
        const char *path = mh_wire_next(pairs, key);
        size_t rest = strlen(path) - strlen(key) - 1;
        SV *name = sv_2mortal(newSVpvs(""));

        if (strlen(key) > 3 && strcmp(key + strlen(key) - 3, ".pm") == 0 &&
            strlen(path) > strlen(key) && strcmp(path + rest + 1, key) == 0) {
            av_unshift(GvAVn(PL_incgv), 1);
            (void)av_store(GvAVn(PL_incgv), 0, newSVpvn(path, rest));
            for (const char *at = key; strcmp(at, ".pm") != 0; at++)
                sv_catpvf(name, *at == '/' ? "::" : "%c", *at);
            add(names, SvPV_nolen(name));
        }
        key = path;
    }
}

/* Loads modules as a pool's configuration names them. */
static void load_from(const mh_wire_field_t *pairs)
{
    dTHX;
    static list_t names;
    mh_wire_field_t field;

    SSize_t before = av_count(GvAVn(PL_incgv));

    ENTER;
    SAVETMPS;
    name_modules(aTHX_ pairs, &names);
    field = field_of(&names);
    report_refused(mh_preload_named(&field));
    while ((SSize_t)av_count(GvAVn(PL_incgv)) > before)
        SvREFCNT_dec(av_shift(GvAVn(PL_incgv)));
    FREETMPS;
    LEAVE;
}

static const char *text_of(const char *file)
{
    static char text[64 * 1024];
    FILE *list = fopen(file, "re");
    size_t size = list ? fread(text, 1, sizeof(text) - 1, list) : 0;

    text[size] = '\0';
    if (list)
        fclose(list);
    return text;
}

static void at_script(int fd, void *context)
{
    mh_wire_field_t preload = field_of(&probe.preload);
    mh_wire_field_t unshared = field_of(&probe.unshared);
    static mh_wire_field_t varies;

    varies = field_of(&probe.varies);
    mh_trace_set_varies(&varies);
    if (probe.listed)
        report_refused(mh_preload_listed(text_of(probe.listed)));
    if (preload.size)
        report_refused(mh_preload_named(&preload));
    if (unshared.size)
        load_from(&unshared);
    mh_preload_hide();
    mh_trace_on(told, NULL);
}

static void report_files(void)
{
    size_t size;
    const char *text = mh_trace_files(&size);
    mh_wire_field_t list = { text, (uint32_t)size };

    for (const char *at = mh_wire_next(&list, NULL); at;
         at = mh_wire_next(&list, at)) {
        mh_file_t file;

        if (!mh_file_read(at, &file))
            abort();
        fprintf(probe.report, "file %c%s %s\n", file.kind,
                file.seen == MH_FILE_ABSENT ? "-" : "", file.path);
    }
}

/* Perl's modules that perl has loaded itself, in the order of complete loads. */
static void report_perls(pTHX)
{
    for (const mh_module_t *at = mh_module_first(); at; at = at->next) {
        SV **path = hv_fetch(GvHVn(PL_incgv), at->key, (I32)strlen(at->key), 0);

        if (!at->known && !at->refused && !at->by_do &&
            at->state == MH_MODULE_NAMED && path && SvPOK(*path) &&
            mh_perls_has(SvPVX(*path)))
            fprintf(probe.report, "loaded %s %s\n", at->key, SvPVX(*path));
    }
}

/* Then the site's modules, in the order in which the script asked for them. */
static void report_loaded(pTHX)
{
    static char buffer[MH_WIRE_MAX];
    mh_wire_field_t list = {
        buffer, (uint32_t)mh_preload_asked(buffer, sizeof(buffer))
    };

    report_perls(aTHX);
    for (const char *key = mh_wire_next(&list, NULL); key;) {
        const char *way = mh_wire_next(&list, key);

        fprintf(probe.report, "loaded %s %s\n", key, strchr(way, ' ') + 1);
        key = mh_wire_next(&list, way);
    }
    fflush(probe.report);
}

static void report_reloaded(void)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        if (at->state == MH_MODULE_GONE)
            fprintf(probe.report, "reloaded %s\n", at->key);
    fflush(probe.report);
}

static void report_kept(void)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next) {
        if (at->kept)
            fprintf(probe.report, "kept %s\n", at->key);
        if (at->kept && at->kept->run == at->kept->stage_count)
            fprintf(probe.report, "used %s\n", at->key);
    }
    fflush(probe.report);
}

static void compare(void)
{
    mh_wire_field_t environ = field_of(&probe.environ);
    const char *what;

    if (!mh_trace_agrees(&environ, &(mh_wire_field_t){ NULL, 0 }, &what))
        fprintf(probe.report, "differs %s\n", what ? what : "the date");
}

/* Does the steps of a child, as far as they concern the trace. */
static void run(pTHX)
{
    mh_wire_field_t environ = field_of(&probe.environ);
    PerlInterpreter *perl = PERL_GET_CONTEXT;
    int status;

    if (mh_trace_reopen())
        abort();
    mh_guard_open();
    mh_environ_replace(aTHX_ & environ);
    mh_trace_apply_environ();
    mh_later_fill(aTHX);
    mh_later_call(aTHX);
    status = perl_run(perl);
    report_loaded(aTHX);
    report_reloaded();
    report_kept();
    mh_preload_end();
    status = perl_destruct(perl);
    fprintf(probe.report, "status %d\n", status);
    fclose(probe.report);
    fflush(stdout);
    _exit(status);
}

static void xs_init(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

/* The probe's own environment, then the variables of -e. */
static void add_variable(const char *text)
{
    size_t length = strchr(text, '=') - text + 1;
    list_t old = probe.environ;

    probe.environ.size = 0;
    for (size_t at = 0; at < old.size; at += strlen(old.text + at) + 1)
        if (strncmp(old.text + at, text, length) != 0)
            add(&probe.environ, old.text + at);
    if (text[length])
        add(&probe.environ, text);
}

static char **read_options(char **word)
{
    for (char **at = environ; *at; at++)
        add(&probe.environ, *at);
    for (; *word && strcmp(*word, "--") != 0; word++) {
        const char *option = *word;

        if (strcmp(option, "-p") == 0)
            add(&probe.preload, *++word);
        else if (strcmp(option, "-L") == 0)
            probe.listed = *++word;
        else if (strcmp(option, "-u") == 0)
            add_module(&probe.unshared, *++word);
        else if (strcmp(option, "-l") == 0)
            add_module(&probe.compiled, *++word);
        else if (strcmp(option, "-e") == 0)
            add_variable(*++word);
        else if (strcmp(option, "-f") == 0)
            mh_perls_add_folder(*++word);
        else if (strcmp(option, "-r") == 0)
            probe.run = true;
        else if (strcmp(option, "-v") == 0)
            report_refused(mh_vetted_read(*++word));
        else if (strcmp(option, "-d") == 0)
            add(&probe.varies, *++word);
        else if (strcmp(option, "-1") == 0)
            probe.give_up = true;
        else
            abort();
    }
    return word;
}

static void after_parse(pTHX)
{
    mh_wire_field_t files = field_of(&probe.compiled);
    pid_t pid;

    if (files.size)
        report_refused(mh_preload_files(&files));
    mh_preload_baseline();
    report_files();
    compare();
    fflush(probe.report);
    if (!probe.run)
        return;
    pid = fork();
    if (pid == 0)
        run(aTHX);
    waitpid(pid, NULL, 0);
}

int main(int argc, char **argv)
{
    static char name[] = "perl"; /* an assignment to $0 writes there */
    PerlInterpreter *my_perl;
    char **env = environ;
    char **words;
    int failed;

    probe.report = fopen(argv[1], "ae");
    if (!probe.report)
        return 2;
    words = read_options(argv + 2);
    argc -= (int)(words - argv);
    argv = words;
    argv[0] = name;
    PERL_SYS_INIT3(&argc, &argv, &env);
    my_perl = perl_alloc();
    mh_trace_start(mh_preload_current, mh_perls_has);
    mh_preload_wrap();
    mh_trace_at_script(at_script, NULL);
    perl_construct(my_perl);
    PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
    failed = perl_parse(my_perl, xs_init, argc, argv, environ);
    mh_trace_off();
    if (failed)
        fprintf(probe.report, "failed %d\n", failed);
    else
        after_parse(aTHX);
    fclose(probe.report);
    _exit(failed ? 1 : 0);
}
