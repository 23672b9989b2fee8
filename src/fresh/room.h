/*
 * room.h - the package that a sub was compiled into, as it is right after its
 * compilation: kept, so that it need not be compiled again.
 *
 * For ModPerl::PerlRun, whose scripts are subs and not programs: all that
 * comes back is what lies in that one package, and the lexicals of the code in
 * it. Nothing of the process is touched. Between the calls the package is out
 * of the symbol table, where others would otherwise find what they could not
 * find in one that has been emptied.
 *
 * Nothing here knows of httpd.
 */
#ifndef MEHARI_FRESH_ROOM_H
#define MEHARI_FRESH_ROOM_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/pointers.h"

typedef struct mh_room_t mh_room_t;

/*
 * Right after the compilation; known is all code that there was before it,
 * imports: something may be from a module. NULL with a reason: there is more to
 * it than this one package.
 */
mh_room_t *mh_room_take(pTHX_ CV *body, HV *stash, const mh_pointers_t *known,
                        bool imports, const char **why);

/* Into the symbol table. False: somebody else has that name now. */
bool mh_room_show(pTHX_ mh_room_t *room);
void mh_room_hide(pTHX_ mh_room_t *room);

/* Is there what was there, and no more? */
bool mh_room_unchanged(const mh_room_t *room);

/*
 * Puts it back as it was. False: somebody outside refers to code, variables or
 * objects of it, and would see them change; or a sub is not whole. Then the
 * package can only be emptied, and the room be freed.
 */
bool mh_room_restore(pTHX_ mh_room_t *room);

/* What is in its package stays there, when it is in the symbol table. */
void mh_room_free(pTHX_ mh_room_t *room);

#endif
