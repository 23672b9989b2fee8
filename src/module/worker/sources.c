/*
 * sources.c - the files of loaded Perl code: see worker.h.
 */
#include "module/worker/worker.h"

#include "shared/perl/own.h"
#include "module/perl/parent.h"
#include "shared/wire/channel.h"
#include "shared/wire/files.h"

/* A message has its own header, and that of its one field. */
#define LIST_MAX (MH_WIRE_MAX - 256)

typedef struct list_t {
    int channel;
    int64_t since; /* nanoseconds */
    size_t used;
    char data[LIST_MAX];
} list_t;

static list_t list;

static void tell(void *data);

static void send_list(void)
{
    static char buffer[MH_WIRE_MAX];
    mh_wire_writer_t writer;

    if (!list.used)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DEPENDS, 0);
    mh_wire_put(&writer, MH_TAG_FILES, list.data, list.used);
    mh_channel_send(list.channel, buffer, mh_wire_end(&writer), NULL, 0, 0);
    list.used = 0;
}

/* A relative name means another file once the directory has changed. */
static void add_file(const char *path)
{
    char entry[MH_FILE_ENTRY_MAX];
    struct stat status;
    size_t size;

    if (*path != '/')
        return;
    size = mh_file_write(entry, MH_FILE_CONTENTS,
                         stat(path, &status) ? NULL : &status, path,
                         list.since);
    if (list.used + size > sizeof(list.data))
        send_list();
    memcpy(list.data + list.used, entry, size);
    list.used += size;
}

void mh_sources_tell(int channel, apr_time_t since)
{
    list.channel = channel;
    list.since = since * 1000;
    mh_parent_each(tell, NULL);
}

/* Reports the files of one interpreter. */
static void tell(void *data)
{
    static MH_OWN Size_t told;
    dTHXa(mehari.perl);
    HV *inc = get_hv("INC", GV_ADD);
    HE *entry;

    if (HvUSEDKEYS(inc) == told)
        return;
    told = HvUSEDKEYS(inc);
    hv_iterinit(inc);
    while ((entry = hv_iternext(inc))) {
        SV *value = HeVAL(entry);

        if (SvPOK(value))
            add_file(SvPVX(value));
    }
    send_list();
}
