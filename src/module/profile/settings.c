/*
 * settings.c - see settings.h.
 */
#include "module/profile/settings.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http_config.h"
#include "unixd.h"

#include "module/config/config.h"
#include "module/perl/library.h"
#include "module/common/role.h"

#define FOLDER "perl-profile"
#define FILES 100
#define BYTES (64ULL * 1024 * 1024)

enum { KEY_MIN = 16, KEY_MAX = 256 };

bool mh_profile_used;

/* Of all profiles. */
static struct {
    const char *folder; /* NULL: not set */
    uint64_t files;
    uint64_t bytes;
} place;

void mh_profile_reset(void)
{
    mh_profile_used = false;
    place.folder = NULL;
    place.files = FILES;
    place.bytes = BYTES;
}

mh_profiler_t mh_profile_settings(const char *folder, apr_pool_t *p)
{
    return (mh_profiler_t){
        .library = mh_library_own(p),
        .folder = folder,
        .files = place.files,
        .bytes = place.bytes,
    };
}

static const char *top(apr_pool_t *p)
{
    return place.folder ? place.folder : ap_runtime_dir_relative(p, FOLDER);
}

/* A worker's configuration names its own folder. */
const char *mh_profile_folder(const char *pool, apr_pool_t *p)
{
    if (mh_role_is_worker())
        return top(p);
    return pool ? apr_psprintf(p, "%s/pool-%s", top(p), pool)
                : apr_pstrcat(p, top(p), "/httpd", NULL);
}

/* Opens a folder that exists and is no link; a descriptor, or -1 and errno. */
static int open_folder(const char *folder, mode_t mode)
{
    if (mkdir(folder, mode) && errno != EEXIST)
        return -1;
    return open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* A user who can write there could replace a folder. */
static const char *make_top(apr_pool_t *p)
{
    const char *folder = top(p);
    int fd = open_folder(folder, 0711);
    struct stat info;
    bool ours;

    if (fd < 0)
        return apr_psprintf(p, "MH1401: PerlProfile dir=%s: %s", folder,
                            strerror(errno));
    ours = !fstat(fd, &info) && (!info.st_uid || info.st_uid == geteuid()) &&
           !(info.st_mode & (S_IWGRP | S_IWOTH));
    if (ours && info.st_uid == geteuid())
        fchmod(fd, 0711);
    close(fd);
    return ours
               ? NULL
               : apr_psprintf(
                     p,
                     "MH1402: PerlProfile dir=%s: other users can write there; "
                     "use a folder that only the server's owner can write to",
                     folder);
}

static bool take(int fd, uid_t uid, gid_t gid)
{
    struct stat info;

    if (fstat(fd, &info) || (info.st_uid != uid && info.st_uid != geteuid()))
        return false;
    if (info.st_uid != uid && fchown(fd, uid, gid))
        return false;
    return fchmod(fd, 0700) == 0;
}

const char *mh_profile_make(const char *folder, uid_t uid, gid_t gid,
                            apr_pool_t *p)
{
    const char *why = make_top(p);
    int fd = why ? -1 : open_folder(folder, 0700);

    if (!why && (fd < 0 || !take(fd, uid, gid)))
        why = apr_psprintf(
            p,
            "MH1403: PerlProfile: %s cannot be used for user %lu: %s; "
            "remove it, or use another folder",
            folder, (unsigned long)uid,
            fd < 0 ? strerror(errno) : "it belongs to another user");
    if (fd >= 0)
        close(fd);
    return why;
}

const char *mh_profile_start(apr_pool_t *pconf)
{
    bool root = !geteuid();

    if (!mh_profile_used || mh_role_is_worker())
        return NULL;
    return mh_profile_make(mh_profile_folder(NULL, pconf),
                           root ? ap_unixd_config.user_id : geteuid(),
                           root ? ap_unixd_config.group_id : getegid(), pconf);
}

const char *mh_profile_load(pTHX_ apr_pool_t *pconf)
{
    mh_profiler_t profiler;
    const char *why;

    if (!mh_profile_used)
        return NULL;
    profiler = mh_profile_settings(mh_profile_folder(NULL, pconf), pconf);
    why = mh_profiler_load(aTHX_ & profiler);
    return why ? apr_psprintf(
                     pconf,
                     "MH1404: PerlProfile needs Devel::NYTProf (Debian: "
                     "libdevel-nytprof-perl): %s",
                     why)
               : NULL;
}

/* --- the directives ------------------------------------------------------- */

static bool is_key(const char *key)
{
    size_t length = strlen(key);

    for (const char *at = key; *at; at++)
        if (!isgraph((unsigned char)*at))
            return false;
    return length >= KEY_MIN && length <= KEY_MAX;
}

/* The first line of a file that only its owner can read. */
static const char *read_key(cmd_parms *cmd, const char *file, const char **key)
{
    static const char access[] = "must be a file that nobody but its owner "
                                 "can read (chmod 600)";
    char line[KEY_MAX + 3] = "";
    int fd = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat info;
    bool closed;
    ssize_t size;

    if (fd < 0)
        return strerror(errno);
    closed = !fstat(fd, &info) && S_ISREG(info.st_mode) &&
             !(info.st_mode & 077);
    size = closed ? read(fd, line, sizeof(line) - 1) : -1;
    close(fd);
    if (size < 0)
        return closed ? strerror(errno) : access;
    line[strcspn(line, "\r\n")] = '\0';
    if (!is_key(line))
        return "its first line must be a key of 16 to 256 characters without "
               "blanks";
    *key = apr_pstrdup(cmd->pool, line);
    return NULL;
}

static const char *set_key(cmd_parms *cmd, mh_profile_dir_t *dir,
                           const char *name)
{
    const char *file = ap_server_root_relative(cmd->pool, name);
    const char *why = file ? read_key(cmd, file, &dir->key)
                           : "it is not a path";

    if (why)
        return apr_psprintf(cmd->pool, "MH1405: PerlProfile Key %s: %s", name,
                            why);
    dir->state = MH_PROFILE_ASKED;
    return NULL;
}

static const char *set_state(cmd_parms *cmd, mh_profile_dir_t *dir,
                             const char *word, const char *file)
{
    const char *why = NULL;

    if (!strcasecmp(word, "Key") && file)
        why = set_key(cmd, dir, file);
    else if (!strcasecmp(word, "On") && !file)
        dir->state = MH_PROFILE_ON;
    else if (!strcasecmp(word, "Off") && !file)
        dir->state = MH_PROFILE_OFF;
    else
        return "MH1406: PerlProfile takes On, Off, Key and the file of a key, "
               "or dir=FOLDER";
    if (dir->state != MH_PROFILE_OFF)
        mh_profile_used = true;
    /* The profiler is loaded before any code, which may be a request's. */
    if (mh_role_is_worker())
        mh_config_note_use();
    return why;
}

/* Reads a whole number, with K, M or G if it counts bytes. */
static bool read_number(const char *text, bool bytes, uint64_t *number)
{
    static const char units[] = "kmg";
    const char *unit;
    char *end;

    errno = 0;
    *number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || errno || !*number ||
        *number > UINT32_MAX)
        return false;
    unit = bytes && *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
    if (unit) {
        *number <<= 10 * (unit - units + 1);
        end++;
    }
    return !*end;
}

static const char *set_folder(cmd_parms *cmd, const char *name)
{
    place.folder = ap_server_root_relative(cmd->pool, name);
    return place.folder
               ? NULL
               : apr_psprintf(cmd->pool,
                              "MH1408: PerlProfile: %s is not a path", name);
}

/* A word of the place: the folder, or a limit of it. */
static const char *set_place(cmd_parms *cmd, const char *word)
{
    if (!strncmp(word, "dir=", 4))
        return set_folder(cmd, word + 4);
    if ((!strncmp(word, "files=", 6) &&
         read_number(word + 6, false, &place.files)) ||
        (!strncmp(word, "size=", 5) &&
         read_number(word + 5, true, &place.bytes)))
        return NULL;
    return apr_psprintf(cmd->pool,
                        "MH1409: PerlProfile: %s is none of dir=FOLDER, "
                        "files=N and size=BYTES",
                        word);
}

const char *mh_profile_set(cmd_parms *cmd, void *dir, const char *word,
                           const char *second, const char *third)
{
    const char *words[] = { word, second, third };
    const char *why = NULL;

    if (!strchr(word, '=') && !third)
        return set_state(cmd, &((mh_dir_config_t *)dir)->profile, word, second);
    if (ap_check_cmd_context(cmd, GLOBAL_ONLY))
        return "MH1407: PerlProfile dir= is for the whole server: write it "
               "outside of virtual hosts and containers";
    for (int i = 0; !why && i < 3 && words[i]; i++)
        why = set_place(cmd, words[i]);
    return why;
}
