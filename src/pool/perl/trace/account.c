/*
 * account.c - users, groups, services and protocols: dependencies on files of
 * /etc, as far as nsswitch.conf says so.
 */
#include "pool/perl/trace/libc.h"

#include <fcntl.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <shadow.h>

static void note_order(const char *path)
{
    mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, "/etc/nsswitch.conf");
    mh_trace_note_path(MH_FILE_CONTENTS, AT_FDCWD, path);
}

/* A function that reads the file at path. */
#define READS(type, name, parameters, arguments, path)                         \
    MH_REAL(type, name, parameters);                                           \
    type name parameters                                                       \
    {                                                                          \
        if (mh_watching())                                                     \
            note_order(path);                                                  \
        return real_##name arguments;                                          \
    }

#define USERS "/etc/passwd"
#define GROUPS "/etc/group"
#define SERVICES "/etc/services"
#define PROTOCOLS "/etc/protocols"

READS(struct passwd *, getpwnam, (const char *name), (name), USERS)
READS(struct passwd *, getpwuid, (uid_t user), (user), USERS)
READS(int, getpwnam_r,
      (const char *restrict name, struct passwd *restrict entry,
       char *restrict buffer, size_t size, struct passwd **restrict result),
      (name, entry, buffer, size, result), USERS)
READS(int, getpwuid_r,
      (uid_t user, struct passwd *restrict entry, char *restrict buffer,
       size_t size, struct passwd **restrict result),
      (user, entry, buffer, size, result), USERS)
READS(struct group *, getgrnam, (const char *name), (name), GROUPS)
READS(struct group *, getgrgid, (gid_t group), (group), GROUPS)
READS(int, getgrnam_r,
      (const char *restrict name, struct group *restrict entry,
       char *restrict buffer, size_t size, struct group **restrict result),
      (name, entry, buffer, size, result), GROUPS)
READS(int, getgrgid_r,
      (gid_t group, struct group *restrict entry, char *restrict buffer,
       size_t size, struct group **restrict result),
      (group, entry, buffer, size, result), GROUPS)
READS(struct servent *, getservbyname, (const char *name, const char *protocol),
      (name, protocol), SERVICES)
READS(struct servent *, getservbyport, (int port, const char *protocol),
      (port, protocol), SERVICES)
READS(int, getservbyname_r,
      (const char *restrict name, const char *restrict protocol,
       struct servent *restrict entry, char *restrict buffer, size_t size,
       struct servent **restrict result),
      (name, protocol, entry, buffer, size, result), SERVICES)
READS(int, getservbyport_r,
      (int port, const char *restrict protocol, struct servent *restrict entry,
       char *restrict buffer, size_t size, struct servent **restrict result),
      (port, protocol, entry, buffer, size, result), SERVICES)
READS(struct protoent *, getprotobyname, (const char *name), (name), PROTOCOLS)
READS(struct protoent *, getprotobynumber, (int number), (number), PROTOCOLS)
READS(int, getprotobyname_r,
      (const char *restrict name, struct protoent *restrict entry,
       char *restrict buffer, size_t size, struct protoent **restrict result),
      (name, entry, buffer, size, result), PROTOCOLS)
READS(int, getprotobynumber_r,
      (int number, struct protoent *restrict entry, char *restrict buffer,
       size_t size, struct protoent **restrict result),
      (number, entry, buffer, size, result), PROTOCOLS)

/*
 * A walk through a whole list keeps a position in the process, and is rare.
 */
#define LISTS "lists users, groups or services"

MH_UNSHAREABLE(struct passwd *, getpwent, (void), (), LISTS)
MH_UNSHAREABLE(int, getpwent_r,
               (struct passwd *restrict entry, char *restrict buffer,
                size_t size, struct passwd **restrict result),
               (entry, buffer, size, result), LISTS)
MH_UNSHAREABLE(struct group *, getgrent, (void), (), LISTS)
MH_UNSHAREABLE(int, getgrent_r,
               (struct group *restrict entry, char *restrict buffer,
                size_t size, struct group **restrict result),
               (entry, buffer, size, result), LISTS)
MH_UNSHAREABLE(struct servent *, getservent, (void), (), LISTS)
MH_UNSHAREABLE(int, getservent_r,
               (struct servent *restrict entry, char *restrict buffer,
                size_t size, struct servent **restrict result),
               (entry, buffer, size, result), LISTS)
MH_UNSHAREABLE(struct protoent *, getprotoent, (void), (), LISTS)
MH_UNSHAREABLE(int, getprotoent_r,
               (struct protoent *restrict entry, char *restrict buffer,
                size_t size, struct protoent **restrict result),
               (entry, buffer, size, result), LISTS)

/* Perl asks for the shadow password with every entry of the user list. */
READS(struct spwd *, getspnam, (const char *name), (name), "/etc/shadow")
READS(int, getspnam_r,
      (const char *name, struct spwd *entry, char *buffer, size_t size,
       struct spwd **result),
      (name, entry, buffer, size, result), "/etc/shadow")
