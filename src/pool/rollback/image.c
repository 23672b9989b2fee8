/*
 * image.c - see image.h.
 */
#include "pool/rollback/image.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "pool/rollback/raw.h"

const char *mh_image_begin(mh_image_t *image, const char *name)
{
    *image = (mh_image_t){
        .fd = (int)mh_raw3(SYS_memfd_create, mh_raw_pointer(name),
                           MFD_CLOEXEC | MFD_ALLOW_SEALING, 0),
    };
    return image->fd < 0 ? "there is no memory file (memfd_create)" : NULL;
}

void mh_image_add(mh_image_t *image, const char *data, size_t size)
{
    while (size && !image->failed) {
        long count = mh_raw3(SYS_write, image->fd, mh_raw_pointer(data),
                             (long)size);

        if (count <= 0 && count != -EINTR)
            image->failed = true;
        if (count <= 0)
            continue;
        data += count;
        size -= (size_t)count;
    }
}

static bool add_seals(int fd, int seals)
{
    return !mh_raw3(SYS_fcntl, fd, F_ADD_SEALS, seals);
}

/* The second kind of seal is for kernels before 5.1. */
static bool seal(int fd)
{
    return add_seals(fd, F_SEAL_SHRINK | F_SEAL_GROW) &&
           (add_seals(fd, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) ||
            add_seals(fd, F_SEAL_WRITE | F_SEAL_SEAL));
}

const char *mh_image_end(mh_room_t *room, mh_image_t *image, const char **at)
{
    *at = "";
    if (image->failed)
        return "there is no memory for a copy";
    if (!seal(image->fd))
        return "the copy of the memory cannot be sealed";
    if (image->pages)
        *at = mh_room_map(room, image->pages * MH_PAGE, image->fd);
    return *at ? NULL : "the copy of the memory cannot be mapped";
}

void mh_image_close(mh_image_t *image)
{
    if (image->fd >= 0)
        mh_raw3(SYS_close, image->fd, 0, 0);
    image->fd = -1;
}
