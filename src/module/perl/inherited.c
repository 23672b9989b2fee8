/*
 * inherited.c - see inherited.h. lib/Mehari/Inherited.pm makes sentences of
 * what is found here.
 */
#include "module/perl/inherited.h"

#include <dirent.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "module/perl/call.h"
#include "module/perl/holder.h"
#include "module/perl/interpreter.h"
#include "module/perl/library.h"
#include "shared/memory.h"

#define MODULE "Mehari::Inherited"

/* A socket, and the address at its other end. */
typedef struct {
    int fd;
    int type;
    bool listens; /* or has no other end yet */
    bool named;   /* the other end is no part of ours: it has an address */
    ino_t inode;
    struct sockaddr_storage peer;
} end_t;

/*
 * Inodes of sockets that were open before Perl started, and so are not Perl's.
 */
static struct {
    ino_t *inodes;
    size_t count;
    size_t room;
} before;

static bool look_at_socket(int fd, end_t *end)
{
    struct stat status;
    socklen_t size = sizeof(end->peer);
    socklen_t type_size = sizeof(end->type);

    memset(end, 0, sizeof(*end));
    if (fstat(fd, &status) || !S_ISSOCK(status.st_mode) ||
        getsockopt(fd, SOL_SOCKET, SO_TYPE, &end->type, &type_size))
        return false;
    end->fd = fd;
    end->inode = status.st_ino;
    end->listens = getpeername(fd, (struct sockaddr *)(void *)&end->peer,
                               &size) != 0;
    end->named = !end->listens &&
                 (end->peer.ss_family != AF_UNIX ||
                  size > offsetof(struct sockaddr_un, sun_path));
    return true;
}

/*
 * Sockets for messages without answers, such as a system log's, may be shared.
 */
static bool is_one_way(const end_t *end)
{
    return end->type == SOCK_DGRAM && end->peer.ss_family == AF_UNIX;
}

static SV *name_of_peer(pTHX_ const end_t *end)
{
    const struct sockaddr_un *path = (const void *)&end->peer;
    const struct sockaddr_in *four = (const void *)&end->peer;
    const struct sockaddr_in6 *six = (const void *)&end->peer;
    char text[INET6_ADDRSTRLEN] = "";

    if (!end->named)
        return newSVpvs("this process (socketpair)");
    switch (end->peer.ss_family) {
    case AF_UNIX:
        return newSVpvf("%s%.100s", *path->sun_path ? "" : "@",
                        path->sun_path + !*path->sun_path);
    case AF_INET:
        inet_ntop(AF_INET, &four->sin_addr, text, sizeof(text));
        return newSVpvf("%s:%u", text, (unsigned)ntohs(four->sin_port));
    case AF_INET6:
        inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof(text));
        return newSVpvf("[%s]:%u", text, (unsigned)ntohs(six->sin6_port));
    default:
        return newSVpvf("an address of family %d", end->peer.ss_family);
    }
}

/* Calls a function for each socket of the process. */
typedef void each_t(pTHX_ const end_t *end, AV *list);

static void each_socket(pTHX_ each_t *function, AV *list)
{
    DIR *all = opendir("/proc/self/fd");
    struct dirent *entry;
    end_t end;

    while (all && (entry = readdir(all)))
        if (*entry->d_name != '.' && look_at_socket(atoi(entry->d_name), &end))
            function(aTHX_ & end, list);
    if (all)
        closedir(all);
}

static void note(pTHX_ const end_t *end, AV *list)
{
    if (end->listens)
        return;
    if (before.count == before.room) {
        before.room += 16;
        before.inodes = mh_grow(before.inodes, before.room * sizeof(ino_t));
    }
    before.inodes[before.count++] = end->inode;
}

void mh_inherited_start(pTHX)
{
    before.count = 0;
    each_socket(aTHX_ note, NULL);
}

static bool was_there(const end_t *end)
{
    for (size_t i = 0; i < before.count; i++)
        if (before.inodes[i] == end->inode)
            return true;
    return false;
}

/*
 * [fd, peer, \*HANDLE]: of Perl's handles all that have another end. C
 * libraries may have connections to other programs. Other descriptors are
 * httpd's and ours: listeners and socketpairs.
 */
static void add(pTHX_ const end_t *end, AV *list)
{
    GV *handle;
    AV *row;

    if (end->listens || is_one_way(end) || was_there(end))
        return;
    handle = mh_holder_of_descriptor(aTHX_ end->fd);
    if (!handle && (!end->named || end->type == SOCK_DGRAM))
        return;
    row = newAV();
    av_push(row, newSViv(end->fd));
    av_push(row, name_of_peer(aTHX_ end));
    av_push(row, handle ? newRV_inc((SV *)handle) : newSV(0));
    av_push(list, newRV_noinc((SV *)row));
}

/*
 * If DBI is loaded, the code that looks at its connections is loaded now, for
 * all.
 */
static bool has_databases(pTHX)
{
    return get_cv("DBI::connect", 0) != NULL;
}

static void say(pTHX_ server_rec *s, AV *sentences)
{
    for (SSize_t i = 0; i <= av_top_index(sentences); i++) {
        SV **sentence = av_fetch(sentences, i, 0);

        if (sentence)
            mh_log_error(APLOG_MARK, APLOG_WARNING, 0, s, "%s",
                         SvPV_nolen(*sentence));
    }
}

static void report(pTHX_ server_rec *s, AV *sockets)
{
    AV *sentences = newAV();
    SV *args[2] = { newRV_inc((SV *)sockets), newRV_inc((SV *)sentences) };
    const char *why = mh_require_module(aTHX_ MODULE, s->process->pconf);

    if (why)
        mh_log_error(APLOG_MARK, APLOG_WARNING, 0, s, "MH2036: %s", why);
    else if (mh_call(aTHX_(SV *) get_cv(MODULE "::report", 0), args, 2)
                 .outcome != MH_CALL_OK)
        mh_error_report(aTHX_ NULL, s);
    say(aTHX_ s, sentences);
    SvREFCNT_dec(args[0]);
    SvREFCNT_dec(args[1]);
    SvREFCNT_dec((SV *)sentences);
}

void mh_inherited_report(pTHX_ server_rec *s)
{
    AV *sockets = newAV();

    each_socket(aTHX_ add, sockets);
    if (has_databases(aTHX) || av_count(sockets))
        report(aTHX_ s, sockets);
    SvREFCNT_dec((SV *)sockets);
}

static void xs_holder(pTHX_ CV *cv)
{
    dXSARGS;
    SV *name;

    if (items != 1 || !SvROK(ST(0)))
        croak_xs_usage(cv, "reference");
    name = mh_holder_name(aTHX_ SvRV(ST(0)));
    ST(0) = name ? sv_2mortal(name) : &PL_sv_undef;
    XSRETURN(1);
}

void mh_inherited_boot(pTHX)
{
    newXS(MODULE "::holder", xs_holder, __FILE__);
}
