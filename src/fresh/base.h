/*
 * base.h - the symbols that main has while no program is installed: those of
 * start-up files and handlers.
 *
 * A program in package main must find main as a new perl has it, and must not
 * touch what is theirs; so they stand aside meanwhile.
 */
#ifndef MEHARI_FRESH_BASE_H
#define MEHARI_FRESH_BASE_H

#include <EXTERN.h>
#include <perl.h>

void mh_base_hide(pTHX);

/* Puts them back; nothing happens when they are not hidden. */
void mh_base_show(pTHX);

#endif
