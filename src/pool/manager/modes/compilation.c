/*
 * compilation.c - see compilation.h.
 */
#include "pool/manager/modes/compilation.h"

#include <stdlib.h>
#include <string.h>

#include "pool/manager/perl/bases.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/common/manager_state.h"
#include "shared/wire/files.h"

static void forget_line(mh_script_t *script)
{
    free(script->shebang);
    free(script->search);
    script->shebang = NULL;
    script->search = NULL;
}

static bool keep_line(mh_script_t *script, const mh_shebang_t *shebang,
                      const mh_request_t *request)
{
    const char *path = mh_shebang_path(&request->environ);

    script->shebang = malloc(sizeof(*shebang));
    if (script->shebang)
        *script->shebang = *shebang;
    if (shebang->by_env)
        script->search = strdup(path ? path : "");
    return script->shebang && (script->search || !shebang->by_env);
}

const char *mh_compile_examine(mh_script_t *script, const mh_request_t *request,
                               bool *ours)
{
    mh_shebang_t shebang;
    const char *why = mh_shebang_read(script->path, &request->environ,
                                      mh_manager.settings->perl, &shebang);

    forget_line(script);
    *ours = shebang.is_ours;
    script->held = why == mh_shebang_unknown;
    if (why)
        return why;
    if (keep_line(script, &shebang, request))
        return NULL;
    forget_line(script);
    return "there is no memory for it";
}

bool mh_compile_fits(const mh_script_t *script, const mh_request_t *request)
{
    const char *path;

    if (!script->shebang)
        return false;
    if (script->shebang->no_args && request->message.field[MH_TAG_ARGS].size)
        return false;
    if (!script->search)
        return true;
    path = mh_shebang_path(&request->environ);
    return path && !strcmp(path, script->search);
}

/*
 * Called before a process opens the script: that process then reads the present
 * file, or is known to be stale. The file's mode counts like its content,
 * because it decides whether the script may run.
 */
static uint64_t depend_on_script(const char *path)
{
    uint64_t owner = mh_manager_number();

    mh_dependencies_add_file(owner, MH_FILE_CONTENTS, path);
    return owner;
}

static mh_zygote_t *start_direct(const mh_script_t *script,
                                 const mh_startup_t *startup,
                                 const mh_zygote_order_t *order)
{
    pid_t pid;
    int control = mh_base_start_direct(script->shebang, startup, order, &pid);

    return control < 0 ? NULL : mh_zygote_direct(control, pid, order);
}

static void add_entry(mh_wire_field_t *field, size_t room, const char *entry,
                      size_t length)
{
    char *to = (char *)(uintptr_t)field->data + field->size;

    if (length >= room - field->size)
        return;
    memcpy(to, entry, length);
    to[length] = '\0';
    field->size += (uint32_t)length + 1;
}

static bool has_name(const mh_wire_field_t *names, const char *entry)
{
    size_t length = strcspn(entry, "=");

    for (const char *at = mh_wire_next(names, NULL); at;
         at = mh_wire_next(names, at))
        if (!strncmp(at, entry, length) && !at[length])
            return true;
    return false;
}

/* The request's variables that are the same for all requests, and the script's
 * steady ones. */
static mh_wire_field_t environ_of(const mh_script_t *script,
                                  const mh_request_t *request)
{
    static char list[MH_WIRE_MAX / 2];
    const mh_wire_field_t *constant = &request->message.field[MH_TAG_CONSTANT];
    mh_wire_field_t varies = { script->varies, script->varies_size };
    mh_wire_field_t steady = mh_steady_list(&script->steady);
    mh_wire_field_t field = { list, 0 };
    const char *entry = NULL;

    while ((entry = mh_wire_next(&request->environ, entry)))
        if (mh_startup_env_is_constant(constant, entry))
            add_entry(&field, sizeof(list), entry, strlen(entry));
    while ((entry = mh_wire_next(&steady, entry)))
        if (strchr(entry, '=') && !has_name(&varies, entry) &&
            !has_name(constant, entry))
            add_entry(&field, sizeof(list), entry, strlen(entry));
    return field;
}

static char varying[16 * 1024];

static void add_name(mh_wire_field_t *field, const char *name)
{
    add_entry(field, sizeof(varying), name, strcspn(name, "="));
}

/*
 * Variables whose value may be another in each request: those that have already
 * differed, and those of this request that are neither constant nor steady.
 * Argument words count, too. A name for which there is no room is found when
 * its value differs.
 */
static mh_wire_field_t varies_of(const mh_script_t *script,
                                 const mh_request_t *request)
{
    const mh_wire_field_t *constant = &request->message.field[MH_TAG_CONSTANT];
    mh_wire_field_t steady = mh_steady_list(&script->steady);
    mh_wire_field_t field = { varying, 0 };
    const char *entry = NULL;

    if (script->varies_size <= sizeof(varying)) {
        if (script->varies_size)
            memcpy(varying, script->varies, script->varies_size);
        field.size = script->varies_size;
    }
    if (script->arguments.vary)
        add_name(&field, MH_WIRE_WORDS);
    while ((entry = mh_wire_next(&steady, entry)))
        if (!strchr(entry, '='))
            add_name(&field, entry);
    while ((entry = mh_wire_next(&request->environ, entry)))
        if (!mh_startup_env_is_constant(constant, entry) &&
            !mh_steady_has(entry))
            add_name(&field, entry);
    return field;
}

static mh_base_t *base_with(const mh_script_t *script,
                            const mh_startup_t *startup,
                            mh_wire_modules_e modules, bool patient)
{
    mh_shebang_t shebang = *script->shebang;

    shebang.modules = modules;
    return mh_base_for(&shebang, startup, patient);
}

/*
 * A base with more modules takes longer to start: until it is ready, a script's
 * first zygote comes from the base with fewer. That zygote is replaced later.
 */
static mh_base_t *base_for(mh_script_t *script, const mh_startup_t *startup)
{
    mh_wire_modules_e modules = script->modules > script->shebang->modules
                                    ? script->modules
                                    : script->shebang->modules;
    mh_base_t *base = base_with(script, startup, modules,
                                script->zygote != NULL);

    if (base && base->ready)
        return base;
    if (modules)
        script->due = mh_loop_now();
    if (script->zygote)
        return modules ? NULL : base;
    while (modules && !(base && base->ready))
        base = base_with(script, startup, --modules, false);
    return base;
}

mh_zygote_t *mh_compile_start(mh_script_t *script, const mh_request_t *request,
                              mh_wire_mode_e mode)
{
    static mh_startup_t startup;
    mh_zygote_order_t order = {
        .script = script,
        .number = script->number,
        .path = script->path,
        .mode = mode,
        .environ = environ_of(script, request),
        .files = mh_site_files_field(&script->files),
        .varies = varies_of(script, request),
    };
    mh_zygote_t *zygote = NULL;
    mh_base_t *base;

    if (!mh_zygote_make_room(script->zygote))
        return NULL;
    memcpy(startup.data, script->startup, script->startup_size);
    startup.size = script->startup_size;
    startup.ignored = script->ignored;
    order.owner = depend_on_script(script->path);
    if (script->shebang->direct)
        zygote = start_direct(script, &startup, &order);
    else if ((base = base_for(script, &startup)))
        zygote = mh_zygote_order(base, &order);
    if (!zygote)
        mh_dependencies_remove(order.owner);
    return zygote;
}
