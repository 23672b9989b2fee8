/*
 * ledger.c - see ledger.h.
 */
#include "shared/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

int mh_ledger_make(void)
{
    int fd = memfd_create("mehari-ledger", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int error;

    if (fd < 0 || (!ftruncate(fd, (off_t)MH_LEDGER_SIZE) &&
                   !fcntl(fd, F_ADD_SEALS, SEALS)))
        return fd;
    error = errno;
    close(fd);
    errno = error;
    return -1;
}

mh_ledger_entry_t *mh_ledger_map(int fd, bool writes)
{
    int access = writes ? PROT_READ | PROT_WRITE : PROT_READ;
    struct stat status;
    void *at;

    if (fstat(fd, &status) || status.st_size != (off_t)MH_LEDGER_SIZE ||
        (fcntl(fd, F_GET_SEALS) & SEALS) != SEALS)
        return NULL;
    at = mmap(NULL, MH_LEDGER_SIZE, access, MAP_SHARED, fd, 0);
    return at == MAP_FAILED ? NULL : at;
}

mh_ledger_place_t mh_ledger_give(_Atomic uint64_t *given)
{
    mh_ledger_place_t place = {
        .entry = atomic_fetch_add_explicit(given, 1, memory_order_relaxed) %
                 MH_LEDGER_ENTRIES
    };

    if (getrandom(&place.secret, sizeof(place.secret), GRND_NONBLOCK) !=
        sizeof(place.secret))
        place.secret = 0;
    return place;
}

void mh_ledger_note(mh_ledger_entry_t *ledger, const mh_ledger_place_t *place)
{
    atomic_store_explicit(&ledger[place->entry % MH_LEDGER_ENTRIES],
                          place->secret, memory_order_release);
}

bool mh_ledger_look(const mh_ledger_entry_t *ledger,
                    const mh_ledger_place_t *place)
{
    return place->secret &&
           atomic_load_explicit(&ledger[place->entry % MH_LEDGER_ENTRIES],
                                memory_order_acquire) == place->secret;
}
