/*
 * perls.h - perl's own library folders, and those of the distribution. Runs in
 * bases, zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PERLS_H
#define MEHARI_POOL_PERL_PRELOAD_PERLS_H

#include <stdbool.h>

/* Adds a folder to them. */
void mh_perls_add_folder(const char *folder);
/* True if the real path of a file lies in one of them. */
bool mh_perls_has(const char *path);

#endif
