/*
 * code.h - the number of a message to the administrator.
 *
 * In the sources, and between our processes, the number is in front: "MH3010:
 * its queue is full", where a search finds it. A log and a terminal show the
 * number at the end, "its queue is full [MH3010]", so that rules for the logs
 * of mod_perl and mod_cgi still match the words. `mehari explain MH3010` says
 * the rest, from lib/Mehari/Explain/Reason/.
 */
#ifndef MEHARI_SHARED_WIRE_CODE_H
#define MEHARI_SHARED_WIRE_CODE_H

#include <stdbool.h>
#include <stddef.h>

/* Length of a text's number, with the blank behind it; 0: it has none. */
size_t mh_code_length(const char *text);

/* True if the first length bytes of text end with a number. */
bool mh_code_is_last(const char *text, size_t length);

/* The space that the number takes at the end of a text, with its NUL. */
#define MH_CODE_ROOM sizeof(" [MH0000]")

/*
 * Copies text and moves its number to the end. Newlines at the end of the text
 * are left out. A text without a number stays. Text that does not fit is cut
 * from the words.
 */
void mh_code_last(char *to, size_t size, const char *text);

/* One line on stderr, with its number last. Text without its newline. */
void mh_code_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
