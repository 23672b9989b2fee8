/*
 * script.c - see script.h.
 */
#include "script.h"

#include <sys/stat.h>

#include "../request/environment.h"
#include "surroundings.h"
#include "probes.h"
#include "../own.h"
#include "status/account.h"

/* What stat() says of a file that has not changed. */
typedef struct {
    apr_time_t mtime;
    apr_off_t size;
    apr_ino_t inode;
} stamp_t;

/* A library that was required in BEGIN. */
typedef struct {
    char *path;
    stamp_t stamp;
} part_t;

struct mh_script_t {
    char *file;
    stamp_t stamp;
    part_t *parts;
    size_t count;
    mh_program_t *program;
    bool apart;
};

static stamp_t stamp_of(const apr_finfo_t *finfo);
static bool same(const stamp_t *a, const stamp_t *b);
static bool changed(const mh_script_t *script, const apr_finfo_t *finfo);
static HV *libraries(pTHX);
static void note_parts(pTHX_ mh_script_t *script, HV *before);

static MH_OWN HV *scripts; /* file => address; of this interpreter */

mh_script_t *mh_script_find(pTHX_ const char *file, const apr_finfo_t *finfo)
{
    SV **slot = scripts ? hv_fetch(scripts, file, strlen(file), FALSE) : NULL;
    mh_script_t *script = slot ? INT2PTR(mh_script_t *, SvIV(*slot)) : NULL;

    if (script && changed(script, finfo)) {
        mh_script_forget(aTHX_ script);
        script = NULL;
    }
    return script;
}

static mh_script_t *add_script(pTHX_ const char *file, const apr_finfo_t *finfo,
                               mh_program_t *program)
{
    mh_script_t *script;

    Newxz(script, 1, mh_script_t);
    script->file = savepv(file);
    script->stamp = stamp_of(finfo);
    script->program = program;
    script->apart = !program || mh_program_needs_process(aTHX_ program);
    if (!scripts)
        scripts = newHV();
    (void)hv_store(scripts, file, strlen(file), newSViv(PTR2IV(script)), 0);
    return script;
}

/* The switches of a line "#!/usr/bin/perl -wT", as perl reads them. */
static bool says_taint(const char *line)
{
    const char *at = strncmp(line, "#!", 2) ? NULL : strstr(line, "perl");

    while (at && (at = strstr(at, " -"))) {
        for (at += 2; isALPHA_A(*at) && *at != 'I'; at++)
            if (*at == 'T')
                return true;
    }
    return false;
}

bool mh_script_wants_taint(pTHX_ const char *file)
{
    char line[256] = "";
    FILE *in = TAINTING_get ? NULL : fopen(file, "re");

    if (!in)
        return false;
    if (!fgets(line, sizeof(line), in))
        line[0] = '\0';
    fclose(in);
    return says_taint(line);
}

/* What other programs have required is not in %INC when none is installed. */
mh_script_t *mh_script_compile(pTHX_ const char *file, const apr_finfo_t *finfo)
{
    mh_program_t *program;
    mh_script_t *script = NULL;
    uint64_t began;
    int status;
    HV *before;

    if (mh_script_wants_taint(aTHX_ file))
        return add_script(aTHX_ file, finfo, NULL);
    mh_program_remove(aTHX);
    mh_surroundings_forget(aTHX);
    mh_surroundings_tell(aTHX_ true);
    /* What BEGIN does to %ENV is seen by comparing the whole. */
    mh_environment_mentioned(aTHX_(SV *) PL_envgv);
    before = libraries(aTHX);
    began = mh_board_now();
    program = mh_program_compile(aTHX_ file, NULL, &status);
    if (program) {
        mh_account_compiled(file, mh_board_now() - began);
        script = add_script(aTHX_ file, finfo, program);
        note_parts(aTHX_ script, before);
    }
    SvREFCNT_dec((SV *)before);
    return script;
}

bool mh_script_is_apart(const mh_script_t *script)
{
    return script->apart;
}

void mh_script_set_apart(mh_script_t *script)
{
    script->apart = true;
}

static void taint_values(pTHX_ HV *hash)
{
    HE *he;

    hv_iterinit(hash);
    while ((he = hv_iternext(hash)))
        SvTAINTED_on(HeVAL(he));
}

/* What comes from outside is there already. */
void mh_script_taint(pTHX)
{
    TAINTING_set(TRUE);
    mh_environment_mentioned(aTHX_(SV *) PL_envgv);
    taint_values(aTHX_ GvHVn(PL_envgv));
    TAINT_NOT;
}

mh_program_t *mh_script_program(mh_script_t *script)
{
    return script->program;
}

static void free_script(pTHX_ mh_script_t *script)
{
    if (script->program)
        mh_program_free(aTHX_ script->program);
    for (size_t i = 0; i < script->count; i++)
        Safefree(script->parts[i].path);
    Safefree(script->parts);
    Safefree(script->file);
    Safefree(script);
}

void mh_script_forget(pTHX_ mh_script_t *script)
{
    (void)hv_delete(scripts, script->file, strlen(script->file), G_DISCARD);
    free_script(aTHX_ script);
}

void mh_scripts_forget(pTHX)
{
    HE *he;

    if (!scripts)
        return;
    hv_iterinit(scripts);
    while ((he = hv_iternext(scripts)))
        free_script(aTHX_ INT2PTR(mh_script_t *, SvIV(HeVAL(he))));
    SvREFCNT_dec((SV *)scripts);
    scripts = NULL;
}

/* Files */

static stamp_t stamp_of(const apr_finfo_t *finfo)
{
    return (stamp_t){ finfo->mtime, finfo->size, finfo->inode };
}

static bool same(const stamp_t *a, const stamp_t *b)
{
    return a->mtime == b->mtime && a->size == b->size && a->inode == b->inode;
}

/* A file that is not there has a stamp too, which no file has. */
static stamp_t look(const char *path)
{
    struct stat now;

    if (stat(path, &now) != 0)
        return (stamp_t){ -1, -1, 0 };
    return (stamp_t){ apr_time_from_sec(now.st_mtim.tv_sec) +
                          now.st_mtim.tv_nsec / 1000,
                      now.st_size, now.st_ino };
}

static bool changed(const mh_script_t *script, const apr_finfo_t *finfo)
{
    stamp_t now = stamp_of(finfo);

    if (!same(&script->stamp, &now))
        return true;
    for (size_t i = 0; i < script->count; i++) {
        now = look(script->parts[i].path);
        if (!same(&script->parts[i].stamp, &now))
            return true;
    }
    return false;
}

/* Modules stay loaded, whatever becomes of their files. */
static bool is_library(const char *name, STRLEN length)
{
    return length < 3 || memNE(name + length - 3, ".pm", 3);
}

/* name => path of what has been required. */
static HV *libraries(pTHX)
{
    HV *all = GvHVn(PL_incgv);
    HV *found = newHV();
    HE *he;

    hv_iterinit(all);
    while ((he = hv_iternext(all))) {
        STRLEN length;
        const char *name = HePV(he, length);

        if (is_library(name, length) && SvPOK(HeVAL(he)))
            (void)hv_store(found, name, (I32)length, newSVsv(HeVAL(he)), 0);
    }
    return found;
}

/* What is found by "." is relative to the script's directory. */
static char *absolute(pTHX_ const char *path, const char *script)
{
    const char *slash = strrchr(script, '/');

    if (*path == '/' || !slash)
        return savepv(path);
    return savepv(
        Perl_form(aTHX_ "%.*s/%s", (int)(slash - script), script, path));
}

static void note_parts(pTHX_ mh_script_t *script, HV *before)
{
    HV *now = libraries(aTHX);
    HE *he;

    Newxz(script->parts, HvUSEDKEYS(now) + 1, part_t);
    hv_iterinit(now);
    while ((he = hv_iternext(now))) {
        part_t *part = &script->parts[script->count];

        if (hv_exists(before, HeKEY(he), HeKLEN(he)))
            continue;
        part->path = absolute(aTHX_ SvPV_nolen(HeVAL(he)), script->file);
        part->stamp = look(part->path);
        script->count++;
    }
    SvREFCNT_dec((SV *)now);
}
