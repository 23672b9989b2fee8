/*
 * host.c - names of hosts. A resolver may give another answer the next time; a
 * number needs no resolver.
 */
#include "pool/perl/trace/libc.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdint.h>
#include <string.h>

#define HOST "looks up a host"

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

MH_TRACED(struct hostent *, gethostbyname, (const char *name))
{
    static struct hostent entry;
    static char buffer[256];

    if (mh_watching() && host_of(name, &entry, buffer, sizeof(buffer)))
        return &entry;
    if (mh_watching())
        mh_trace_unshareable(HOST);
    return real_gethostbyname(name);
}

MH_TRACED(struct hostent *, gethostbyname2, (const char *name, int family))
{
    if (mh_watching() && family == AF_INET)
        return traced_gethostbyname(name);
    if (mh_watching())
        mh_trace_unshareable(HOST);
    return real_gethostbyname2(name, family);
}

MH_TRACED(int, gethostbyname_r,
          (const char *restrict name, struct hostent *restrict entry,
           char *restrict buffer, size_t size, struct hostent **restrict result,
           int *restrict error))
{
    if (mh_watching() && host_of(name, entry, buffer, size)) {
        *result = entry;
        return 0;
    }
    if (mh_watching())
        mh_trace_unshareable(HOST);
    return real_gethostbyname_r(name, entry, buffer, size, result, error);
}
