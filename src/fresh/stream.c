/*
 * stream.c - see stream.h.
 */
#include "fresh/stream.h"

#include <unistd.h>

static const char *const names[3] = { "STDIN", "STDOUT", "STDERR" };

/* What of a layer's flags binmode() changes. */
#define LAYER_FLAGS (PERLIO_F_UTF8 | PERLIO_F_CRLF)

static PerlIO *file_of(const mh_stream_t *stream)
{
    return stream->output ? stream->output : stream->input;
}

/*
 * The kinds of a file's layers, the lowest first. A layer's address says
 * nothing: what is opened next may get that of one that was freed.
 */
static int kinds_of(PerlIO *file, PerlIO_funcs **kinds)
{
    int depth = 0, place;

    for (const PerlIOl *at = *file; at; at = at->next)
        depth++;
    if (depth > MH_STREAM_LAYERS)
        return 0;
    place = depth;
    for (const PerlIOl *at = *file; at; at = at->next)
        kinds[--place] = at->tab;
    return depth;
}

/*
 * It counts from where its file was when it was opened; that is another now.
 * tell(STDOUT) says whether something was written, and CGI::Carp asks for it.
 */
static void reset_position(pTHX_ PerlIO *file)
{
    for (PerlIOl *at = *file; at; at = at->next) {
        PerlIOBuf *buffer = (PerlIOBuf *)at;
        off_t position;

        if (at->tab != &PerlIO_perlio || !buffer->posn)
            continue;
        position = lseek(PerlIO_fileno(file), 0, SEEK_CUR);
        buffer->posn = position < 0 ? 0 : position;
    }
}

static void take(pTHX_ mh_stream_t *stream)
{
    GV *gv = stream->gv;
    IO *io = GvIOn(gv);
    PerlIO *file;

    *stream = (mh_stream_t){ .gv = gv,
                             .gp = gp_ref(GvGP(gv)),
                             .io = (IO *)SvREFCNT_inc((SV *)io),
                             .input = IoIFP(io),
                             .output = IoOFP(io),
                             .type = IoTYPE(io) };
    file = file_of(stream);
    if (file && *file) {
        stream->depth = kinds_of(file, stream->kinds);
        stream->flags = PerlIOBase(file)->flags & LAYER_FLAGS;
        reset_position(aTHX_ file);
    }
    mh_form_take(aTHX_ & stream->form, io);
}

void mh_streams_take(pTHX_ mh_streams_t *streams)
{
    for (int i = 0; i < 3; i++) {
        mh_stream_t *stream = &streams->list[i];

        /* Globs do not move; looking for one is dear. */
        if (!stream->gv)
            stream->gv = gv_fetchpvn_flags(names[i], strlen(names[i]),
                                           GV_ADD | GV_NOTQUAL, SVt_PVIO);
        take(aTHX_ stream);
    }
    streams->selected = (GV *)SvREFCNT_inc((SV *)PL_defoutgv);
}

/*
 * A file that was opened after STDERR was closed stands in its place, and perl
 * never closes what stands there when its handle goes.
 */
static void clear_place(pTHX_ const mh_stream_t *stream)
{
    PerlIO *place = stream->input;

    if (place && *place && IoIFP(stream->io) != place &&
        IoOFP(stream->io) != place)
        PerlIO_close(place);
}

void mh_streams_finish(pTHX_ const mh_streams_t *streams)
{
    for (int i = 0; i < 3; i++) {
        IO *io = streams->list[i].io;

        if (i > 0 && IoOFP(io))
            PerlIO_flush(IoOFP(io));
        clear_place(aTHX_ & streams->list[i]);
    }
}

/* So many of its layers, from the lowest, are as they were. */
static int common_layers(const mh_stream_t *stream, PerlIO_funcs **kinds,
                         int depth)
{
    int common = 0;

    while (common < depth && common < stream->depth &&
           kinds[common] == stream->kinds[common])
        common++;
    return common;
}

static void restore_layers(pTHX_ const mh_stream_t *stream)
{
    PerlIO *file = file_of(stream);
    PerlIO_funcs *kinds[MH_STREAM_LAYERS];
    int depth, common;

    if (!file || !*file)
        return;
    depth = kinds_of(file, kinds);
    common = common_layers(stream, kinds, depth);
    if (!common)
        return;
    for (; depth > common; depth--)
        PerlIO_pop(aTHX_ file);
    for (; common < stream->depth; common++)
        PerlIO_push(aTHX_ file, stream->kinds[common], NULL, NULL);
    PerlIOBase(file)->flags = (PerlIOBase(file)->flags & ~LAYER_FLAGS) |
                              stream->flags;
}

/* A request's input is not the next one's. */
static void drop_input(pTHX_ PerlIO *file)
{
    SSize_t count;

    PerlIO_clearerr(file);
    if (!PerlIO_has_cntptr(file) || !PerlIO_has_base(file))
        return;
    count = PerlIO_get_cnt(file);
    if (count > 0)
        PerlIO_set_ptrcnt(file, PerlIO_get_ptr(file) + count, 0);
}

/* At its old place, which is where perl's own C code writes, if it is free. */
static PerlIO *open_stream(pTHX_ PerlIO *place, int fd)
{
    return PerlIO_openn(aTHX_ NULL, fd ? "w" : "r", fd, 0, 0,
                        *place ? NULL : place, 0, NULL);
}

/* It was closed, or opened anew; the descriptor is as it was. */
static void reconnect(pTHX_ mh_stream_t *stream, int fd)
{
    IO *io = stream->io;

    if (IoIFP(io) && IoIFP(io) == stream->input && IoOFP(io) == stream->output)
        return;
    if (IoIFP(io) && PerlIO_fileno(IoIFP(io)) == fd) {
        IoTYPE(io) = stream->type;
        return;
    }
    if (!stream->input)
        return;
    if (IoIFP(io))
        Perl_io_close(aTHX_ io, NULL, FALSE, FALSE);
    IoIFP(io) = open_stream(aTHX_ stream->input, fd);
    IoOFP(io) = stream->output ? IoIFP(io) : NULL;
    IoTYPE(io) = stream->type;
}

static void restore(pTHX_ mh_stream_t *stream, int fd)
{
    GV *gv = stream->gv;

    if (GvGP(gv) != stream->gp) {
        gp_free(gv);
        GvGP_set(gv, stream->gp);
    } else {
        stream->gp->gp_refcnt--;
    }
    if (GvIOp(gv) != stream->io) {
        SvREFCNT_dec((SV *)GvIOp(gv));
        GvIOp(gv) = (IO *)SvREFCNT_inc_simple_NN((SV *)stream->io);
    }
    if (SvMAGICAL(stream->io))
        sv_unmagic((SV *)stream->io, PERL_MAGIC_tiedscalar);
    reconnect(aTHX_ stream, fd);
    restore_layers(aTHX_ stream);
    if (fd == 0 && IoIFP(stream->io))
        drop_input(aTHX_ IoIFP(stream->io));
    mh_form_restore(aTHX_ & stream->form, stream->io);
    mh_form_free(aTHX_ & stream->form);
    SvREFCNT_dec((SV *)stream->io);
}

void mh_streams_restore(pTHX_ mh_streams_t *streams)
{
    for (int i = 0; i < 3; i++)
        restore(aTHX_ & streams->list[i], i);
    if (PL_defoutgv != streams->selected)
        setdefout(streams->selected);
    SvREFCNT_dec((SV *)streams->selected);
}

/* Layers */

/* perl lists a name, an argument and flags for each, the topmost first. */
static char *describe(pTHX_ PerlIO *file, int below)
{
    AV *list = PerlIO_get_layers(aTHX_ file);
    SV *text = newSVpvs("");
    SSize_t top = list ? AvFILLp(list) + 1 - 3 * below : 0;
    bool utf8 = cBOOL(PerlIOBase(file)->flags & PERLIO_F_UTF8);
    char *layers;

    for (SSize_t i = top - 3; i >= 0; i -= 3) {
        sv_catpvf(text, ":%" SVf, SVfARG(AvARRAY(list)[i]));
        if (SvOK(AvARRAY(list)[i + 1]))
            sv_catpvf(text, "(%" SVf ")", SVfARG(AvARRAY(list)[i + 1]));
    }
    if (utf8)
        sv_catpvs(text, ":utf8");
    SvREFCNT_dec((SV *)list);
    layers = savesvpv(text);
    SvREFCNT_dec_NN(text);
    return layers;
}

void mh_layers_take(pTHX_ mh_layers_t *layers, const mh_streams_t *streams)
{
    for (int i = 0; i < 3; i++) {
        const mh_stream_t *stream = &streams->list[i];
        PerlIO *file = file_of(stream);
        PerlIO_funcs *kinds[MH_STREAM_LAYERS];
        int depth;

        layers->flush[i] = cBOOL(IoFLAGS(stream->io) & IOf_FLUSH);
        if (!file || !*file)
            continue;
        depth = kinds_of(file, kinds);
        if (common_layers(stream, kinds, depth) < stream->depth)
            continue;
        if (depth > stream->depth ||
            (PerlIOBase(file)->flags & LAYER_FLAGS) != stream->flags)
            layers->list[i] = describe(aTHX_ file, stream->depth);
    }
}

void mh_layers_push(pTHX_ const mh_layers_t *layers,
                    const mh_streams_t *streams)
{
    for (int i = 0; i < 3; i++) {
        PerlIO *file = file_of(&streams->list[i]);

        if (layers->flush[i])
            IoFLAGS(streams->list[i].io) |= IOf_FLUSH;
        if (layers->list[i] && file && *file)
            PerlIO_apply_layers(aTHX_ file, NULL, layers->list[i]);
    }
}

void mh_layers_free(mh_layers_t *layers)
{
    for (int i = 0; i < 3; i++)
        Safefree(layers->list[i]);
}
