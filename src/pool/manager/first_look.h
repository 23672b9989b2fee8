/*
 * first_look.h - finds the first look of a script, for mehari explain. Runs in
 * a process of its own. It makes a zygote without a request, which runs the
 * script up to that look.
 */
#ifndef MEHARI_POOL_MANAGER_FIRST_LOOK_H
#define MEHARI_POOL_MANAGER_FIRST_LOOK_H

/* First word of the command line; a script and the folder of our modules
 * follow. */
#define MH_FIRST_LOOK_WORD "--first-look"

/*
 * Prints "file" and a path for each file that was read before, then "look" and
 * the look, if there is one. Returns an exit status: 0, or 1 when the script
 * has no zygote.
 */
int mh_first_look_print(const char *script, const char *library);

#endif
