/*
 * network.c - sockets, names of hosts, and System V's and POSIX's communication
 * between processes.
 */
#include "pool/perl/trace/libc.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <mqueue.h>
#include <net/if.h>
#include <netdb.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <syslog.h>

#define SOCKET "makes or uses a socket"

MH_UNSHAREABLE(int, socket, (int domain, int type, int protocol),
               (domain, type, protocol), SOCKET)
MH_UNSHAREABLE(int, socketpair,
               (int domain, int type, int protocol, int ends[2]),
               (domain, type, protocol, ends), SOCKET)
MH_UNSHAREABLE(int, connect,
               (int fd, __CONST_SOCKADDR_ARG address, socklen_t size),
               (fd, address, size), SOCKET)
MH_UNSHAREABLE(int, bind,
               (int fd, __CONST_SOCKADDR_ARG address, socklen_t size),
               (fd, address, size), SOCKET)
MH_UNSHAREABLE(int, listen, (int fd, int queue), (fd, queue), SOCKET)
MH_UNSHAREABLE(int, accept,
               (int fd, __SOCKADDR_ARG address, socklen_t *restrict size),
               (fd, address, size), SOCKET)
MH_UNSHAREABLE(int, accept4,
               (int fd, __SOCKADDR_ARG address, socklen_t *restrict size,
                int flags),
               (fd, address, size, flags), SOCKET)
MH_UNSHAREABLE(int, getpeername,
               (int fd, __SOCKADDR_ARG address, socklen_t *restrict size),
               (fd, address, size), SOCKET)
MH_UNSHAREABLE(int, getsockname,
               (int fd, __SOCKADDR_ARG address, socklen_t *restrict size),
               (fd, address, size), SOCKET)
MH_UNSHAREABLE(ssize_t, send,
               (int fd, const void *from, size_t size, int flags),
               (fd, from, size, flags), SOCKET)
MH_UNSHAREABLE(ssize_t, sendto,
               (int fd, const void *from, size_t size, int flags,
                __CONST_SOCKADDR_ARG address, socklen_t length),
               (fd, from, size, flags, address, length), SOCKET)
MH_UNSHAREABLE(ssize_t, sendmsg,
               (int fd, const struct msghdr *message, int flags),
               (fd, message, flags), SOCKET)
MH_UNSHAREABLE(ssize_t, recv, (int fd, void *to, size_t size, int flags),
               (fd, to, size, flags), SOCKET)
MH_UNSHAREABLE(ssize_t, recvfrom,
               (int fd, void *restrict to, size_t size, int flags,
                __SOCKADDR_ARG address, socklen_t *restrict length),
               (fd, to, size, flags, address, length), SOCKET)
MH_UNSHAREABLE(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags),
               (fd, message, flags), SOCKET)
MH_UNSHAREABLE(int, shutdown, (int fd, int how), (fd, how), SOCKET)

/* --- names of hosts: who answers may answer otherwise the next time --- */

#define HOST "looks up a host"

MH_UNSHAREABLE(int, getaddrinfo,
               (const char *restrict node, const char *restrict service,
                const struct addrinfo *restrict hints,
                struct addrinfo **restrict result),
               (node, service, hints, result), HOST)
MH_UNSHAREABLE(int, getnameinfo,
               (const struct sockaddr *restrict address, socklen_t size,
                char *restrict host, socklen_t host_size,
                char *restrict service, socklen_t service_size, int flags),
               (address, size, host, host_size, service, service_size, flags),
               HOST)
/* Text that libc turns into an address itself, as it begins with a digit. */
static bool is_number(const char *name, struct in_addr *address)
{
    return name && *name >= '0' && *name <= '9' &&
           strspn(name, "0123456789.") == strlen(name) &&
           inet_aton(name, address);
}

/* Entry that libc makes of a number, with nothing of a resolver's. */
static bool host_of(const char *name, struct hostent *entry, char *buffer,
                    size_t size)
{
    struct place_t {
        char *alias;
        char *address[2];
        struct in_addr number;
        char name[];
    } *place = (struct place_t *)(((uintptr_t)buffer + 15) & ~(uintptr_t)15);
    struct in_addr number;

    if (!is_number(name, &number) || sizeof(*place) + strlen(name) + 17 > size)
        return false;
    *place = (struct place_t){ .address = { (char *)&place->number },
                               .number = number };
    strcpy(place->name, name);
    *entry = (struct hostent){ .h_name = place->name,
                               .h_aliases = &place->alias,
                               .h_addrtype = AF_INET,
                               .h_length = sizeof(number),
                               .h_addr_list = place->address };
    return true;
}

MH_REAL(struct hostent *, gethostbyname, (const char *name));

struct hostent *gethostbyname(const char *name)
{
    static struct hostent entry;
    static char buffer[256];

    if (mh_watching() && host_of(name, &entry, buffer, sizeof(buffer)))
        return &entry;
    if (mh_watching())
        mh_trace_unshareable(HOST);
    return real_gethostbyname(name);
}

MH_UNSHAREABLE(struct hostent *, gethostbyname2, (const char *name, int family),
               (name, family), HOST)
MH_REAL(int, gethostbyname_r,
        (const char *restrict name, struct hostent *restrict entry,
         char *restrict buffer, size_t size, struct hostent **restrict result,
         int *restrict error));

int gethostbyname_r(const char *restrict name, struct hostent *restrict entry,
                    char *restrict buffer, size_t size,
                    struct hostent **restrict result, int *restrict error)
{
    if (mh_watching() && host_of(name, entry, buffer, size)) {
        *result = entry;
        return 0;
    }
    if (mh_watching())
        mh_trace_unshareable(HOST);
    return real_gethostbyname_r(name, entry, buffer, size, result, error);
}

MH_UNSHAREABLE(struct hostent *, gethostbyaddr,
               (const void *address, socklen_t size, int family),
               (address, size, family), HOST)
MH_UNSHAREABLE(int, gethostbyaddr_r,
               (const void *restrict address, socklen_t length, int family,
                struct hostent *restrict entry, char *restrict buffer,
                size_t size, struct hostent **restrict result,
                int *restrict error),
               (address, length, family, entry, buffer, size, result, error),
               HOST)
MH_UNSHAREABLE(struct hostent *, gethostent, (void), (), HOST)
MH_UNSHAREABLE(int, gethostent_r,
               (struct hostent *restrict entry, char *restrict buffer,
                size_t size, struct hostent **restrict result,
                int *restrict error),
               (entry, buffer, size, result, error), HOST)
MH_UNSHAREABLE(struct netent *, getnetbyname, (const char *name), (name), HOST)
MH_UNSHAREABLE(int, getnetbyname_r,
               (const char *restrict name, struct netent *restrict entry,
                char *restrict buffer, size_t size,
                struct netent **restrict result, int *restrict error),
               (name, entry, buffer, size, result, error), HOST)
MH_UNSHAREABLE(struct netent *, getnetbyaddr, (uint32_t network, int family),
               (network, family), HOST)
MH_UNSHAREABLE(int, getnetbyaddr_r,
               (uint32_t network, int family, struct netent *restrict entry,
                char *restrict buffer, size_t size,
                struct netent **restrict result, int *restrict error),
               (network, family, entry, buffer, size, result, error), HOST)
MH_UNSHAREABLE(struct netent *, getnetent, (void), (), HOST)
MH_UNSHAREABLE(int, getnetent_r,
               (struct netent *restrict entry, char *restrict buffer,
                size_t size, struct netent **restrict result,
                int *restrict error),
               (entry, buffer, size, result, error), HOST)
MH_UNSHAREABLE(int, getifaddrs, (struct ifaddrs * *list), (list),
               "looks at the network's interfaces")
MH_UNSHAREABLE(struct if_nameindex *, if_nameindex, (void), (),
               "looks at the network's interfaces")

/* --- the system's log --- */

MH_REAL(void, vsyslog, (int priority, const char *format, va_list list));

void vsyslog(int priority, const char *format, va_list list)
{
    if (mh_watching())
        mh_trace_unshareable("writes to the system's log");
    real_vsyslog(priority, format, list);
}

void syslog(int priority, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __syslog_chk(int priority, int flag, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsyslog(priority, format, list);
    va_end(list);
}

/* --- shared memory, semaphores, queues --- */

#define SHARES "uses shared memory, semaphores or message queues"

MH_UNSHAREABLE(int, shmget, (key_t key, size_t size, int flags),
               (key, size, flags), SHARES)
MH_UNSHAREABLE(void *, shmat, (int id, const void *address, int flags),
               (id, address, flags), SHARES)
MH_UNSHAREABLE(int, shmctl, (int id, int command, struct shmid_ds *data),
               (id, command, data), SHARES)
MH_UNSHAREABLE(int, semget, (key_t key, int count, int flags),
               (key, count, flags), SHARES)
MH_UNSHAREABLE(int, semop, (int id, struct sembuf *operations, size_t count),
               (id, operations, count), SHARES)
MH_UNSHAREABLE(int, semtimedop,
               (int id, struct sembuf *operations, size_t count,
                const struct timespec *time),
               (id, operations, count, time), SHARES)
MH_UNSHAREABLE(key_t, ftok, (const char *path, int number), (path, number),
               SHARES)
MH_UNSHAREABLE(int, msgget, (key_t key, int flags), (key, flags), SHARES)
MH_UNSHAREABLE(int, msgsnd, (int id, const void *from, size_t size, int flags),
               (id, from, size, flags), SHARES)
MH_UNSHAREABLE(ssize_t, msgrcv,
               (int id, void *to, size_t size, long type, int flags),
               (id, to, size, type, flags), SHARES)
MH_UNSHAREABLE(int, msgctl, (int id, int command, struct msqid_ds *data),
               (id, command, data), SHARES)
MH_UNSHAREABLE(int, shm_open, (const char *name, int flags, mode_t mode),
               (name, flags, mode), SHARES)
MH_UNSHAREABLE(int, shm_unlink, (const char *name), (name), SHARES)
MH_UNSHAREABLE(int, sem_unlink, (const char *name), (name), SHARES)
MH_UNSHAREABLE(int, mq_unlink, (const char *name), (name), SHARES)

MH_REAL(int, semctl, (int id, int number, int command, ...));
MH_REAL(sem_t *, sem_open, (const char *name, int flags, ...));
MH_REAL(mqd_t, mq_open, (const char *name, int flags, ...));

int semctl(int id, int number, int command, ...)
{
    va_list list;
    void *argument;

    va_start(list, command);
    argument = va_arg(list, void *);
    va_end(list);
    if (mh_watching())
        mh_trace_unshareable(SHARES);
    return real_semctl(id, number, command, argument);
}

sem_t *sem_open(const char *name, int flags, ...)
{
    va_list list;
    mode_t mode;
    unsigned value;

    va_start(list, flags);
    mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    value = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    if (mh_watching())
        mh_trace_unshareable(SHARES);
    return real_sem_open(name, flags, mode, value);
}

mqd_t mq_open(const char *name, int flags, ...)
{
    va_list list;
    mode_t mode;
    void *attributes;

    va_start(list, flags);
    mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    attributes = flags & O_CREAT ? va_arg(list, void *) : NULL;
    va_end(list);
    if (mh_watching())
        mh_trace_unshareable(SHARES);
    return real_mq_open(name, flags, mode, attributes);
}
