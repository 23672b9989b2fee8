/*
 * handle.c - see handle.h.
 */
#include "fresh/handle.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "fresh/touch.h"

struct mh_handle_t {
    IO *io;
    PerlIO *input; /* NULL: it was closed */
    PerlIO *output;
    DIR *directory;
    long place;     /* in the directory */
    Off_t position; /* of a file that is read; -1: it has none */
    int spare;      /* another descriptor of that file, or -1 */
    bool utf8;
    char type;
    mh_form_t form;
};

/* Forms */

static char *copy_name(pTHX_ const char *name)
{
    PERL_UNUSED_CONTEXT;
    return name ? savepv(name) : NULL;
}

void mh_form_take(pTHX_ mh_form_t *form, IO *io)
{
    PERL_UNUSED_CONTEXT;
    *form = (mh_form_t){
        .name = copy_name(aTHX_ IoFMT_NAME(io)),
        .gv = (GV *)SvREFCNT_inc((SV *)IoFMT_GV(io)),
        .top_name = copy_name(aTHX_ IoTOP_NAME(io)),
        .top_gv = (GV *)SvREFCNT_inc((SV *)IoTOP_GV(io)),
        .lines = IoLINES(io),
        .page = IoPAGE(io),
        .page_length = IoPAGE_LEN(io),
        .lines_left = IoLINES_LEFT(io),
        .flags = IoFLAGS(io),
    };
}

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && strEQ(a, b));
}

void mh_form_restore(pTHX_ const mh_form_t *form, IO *io)
{
    if (UNLIKELY(!same_name(form->name, IoFMT_NAME(io)))) {
        Safefree(IoFMT_NAME(io));
        IoFMT_NAME(io) = copy_name(aTHX_ form->name);
    }
    if (UNLIKELY(!same_name(form->top_name, IoTOP_NAME(io)))) {
        Safefree(IoTOP_NAME(io));
        IoTOP_NAME(io) = copy_name(aTHX_ form->top_name);
    }
    /* Perl does not count these two references. */
    IoFMT_GV(io) = form->gv;
    IoTOP_GV(io) = form->top_gv;
    IoLINES(io) = form->lines;
    IoPAGE(io) = form->page;
    IoPAGE_LEN(io) = form->page_length;
    IoLINES_LEFT(io) = form->lines_left;
    IoFLAGS(io) = form->flags;
}

void mh_form_free(pTHX_ mh_form_t *form)
{
    Safefree(form->name);
    Safefree(form->top_name);
    SvREFCNT_dec((SV *)form->gv);
    SvREFCNT_dec((SV *)form->top_gv);
}

/* Handles */

void mh_handles_add(pTHX_ mh_handles_t *handles, IO *io)
{
    struct mh_handle_t *handle;
    PerlIO *input = IoIFP(io);

    for (size_t i = 0; i < handles->count; i++)
        if (handles->list[i].io == io)
            return;
    Renew(handles->list, handles->count + 1, struct mh_handle_t);
    handle = &handles->list[handles->count++];
    *handle = (struct mh_handle_t){
        .io = (IO *)SvREFCNT_inc_simple_NN((SV *)io),
        .input = input,
        .output = IoOFP(io),
        .directory = IoDIRP(io),
        .position = -1,
        .spare = -1,
        .type = IoTYPE(io),
    };
    if (handle->directory)
        handle->place = telldir(handle->directory);
    mh_form_take(aTHX_ & handle->form, io);
    if (!input || IoTYPE(io) != IoTYPE_RDONLY || PerlIO_fileno(input) < 0)
        return;
    handle->position = PerlIO_tell(input);
    handle->utf8 = PerlIO_isutf8(input);
    handle->spare = fcntl(PerlIO_fileno(input), F_DUPFD_CLOEXEC, MH_TOUCH_FDS);
}

/*
 * By its name in /proc: a dup() would move the position of the spare one, and
 * of those that other processes have inherited.
 */
static PerlIO *reopen(pTHX_ const struct mh_handle_t *handle)
{
    char name[64];
    int fd;
    PerlIO *file;

    snprintf(name, sizeof(name), "/proc/self/fd/%d", handle->spare);
    fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    file = PerlIO_fdopen(fd, "r");
    if (handle->utf8)
        PerlIO_apply_layers(aTHX_ file, NULL, ":utf8");
    PerlIO_seek(file, handle->position, SEEK_SET);
    return file;
}

static bool is_where_it_was(pTHX_ const struct mh_handle_t *handle)
{
    IO *io = handle->io;

    return IoIFP(io) == handle->input && IoOFP(io) == handle->output &&
           IoDIRP(io) == handle->directory &&
           (handle->position < 0 || !handle->input ||
            (PerlIO_tell(handle->input) == handle->position &&
             !PerlIO_eof(handle->input) &&
             PerlIO_isutf8(handle->input) == handle->utf8));
}

static void close_all(pTHX_ struct mh_handle_t *handle)
{
    IO *io = handle->io;

    if (IoDIRP(io) != handle->directory) {
        if (IoDIRP(io))
            PerlDir_close(IoDIRP(io));
        IoDIRP(io) = handle->directory = NULL;
    }
    if (IoIFP(io))
        Perl_io_close(aTHX_ io, NULL, FALSE, FALSE);
    IoIFP(io) = IoOFP(io) = NULL;
    IoTYPE(io) = handle->type;
    handle->input = handle->output = NULL;
}

static void restore(pTHX_ struct mh_handle_t *handle)
{
    IO *io = handle->io;

    if (SvTYPE(io) >= SVt_PVMG && SvMAGICAL(io)) {
        mg_free((SV *)io);
        SvMAGICAL_off(io);
    }
    if (!is_where_it_was(aTHX_ handle))
        close_all(aTHX_ handle);
    if (handle->directory && telldir(handle->directory) != handle->place)
        seekdir(handle->directory, handle->place);
    mh_form_restore(aTHX_ & handle->form, io);
}

void mh_handles_restore(pTHX_ mh_handles_t *handles)
{
    for (size_t i = 0; i < handles->count; i++)
        restore(aTHX_ & handles->list[i]);
}

/* What was not a file to read and was closed cannot be opened again. */
void mh_handles_reopen(pTHX_ mh_handles_t *handles)
{
    for (size_t i = 0; i < handles->count; i++) {
        struct mh_handle_t *handle = &handles->list[i];

        if (!handle->input && handle->spare >= 0)
            handle->input = IoIFP(handle->io) = reopen(aTHX_ handle);
    }
}

void mh_handles_free(pTHX_ mh_handles_t *handles)
{
    for (size_t i = 0; i < handles->count; i++) {
        struct mh_handle_t *handle = &handles->list[i];

        if (handle->spare >= 0)
            close(handle->spare);
        mh_form_free(aTHX_ & handle->form);
        SvREFCNT_dec((SV *)handle->io);
    }
    Safefree(handles->list);
}
