/*
 * fuzz.h - parsers of foreign bytes, each with one entry that takes any bytes.
 *
 * The entry gets a copy of exactly that size on the heap, so that a sanitizer
 * sees a read beyond its end. It calls mh_fuzz_expect() for each condition that
 * must hold for any input.
 */
#ifndef MEHARI_FUZZ_H
#define MEHARI_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void mh_fuzz_feed_t(const char *data, size_t size);

mh_fuzz_feed_t mh_fuzz_wire;
mh_fuzz_feed_t mh_fuzz_definition;
mh_fuzz_feed_t mh_fuzz_request;
mh_fuzz_feed_t mh_fuzz_files;
mh_fuzz_feed_t mh_fuzz_site_files;
mh_fuzz_feed_t mh_fuzz_shebang;
mh_fuzz_feed_t mh_fuzz_serve;
mh_fuzz_feed_t mh_fuzz_answer;
mh_fuzz_feed_t mh_fuzz_status;
mh_fuzz_feed_t mh_fuzz_text;
mh_fuzz_feed_t mh_fuzz_form;
mh_fuzz_feed_t mh_fuzz_cookie;
mh_fuzz_feed_t mh_fuzz_multipart;

/*
 * Writes the seed of that number, of those that contain structures of httpd, so
 * that fuzz/seeds cannot write them. Returns its size; 0: there are fewer
 * seeds.
 */
typedef size_t mh_fuzz_example_t(int number, char *buffer, size_t size);

mh_fuzz_example_t mh_fuzz_definition_example;
mh_fuzz_example_t mh_fuzz_serve_example;
mh_fuzz_example_t mh_fuzz_answer_example;
mh_fuzz_example_t mh_fuzz_status_example;
mh_fuzz_example_t mh_fuzz_text_example;

/* Aborts with a message about the condition that did not hold. */
void mh_fuzz_expect(bool holds, const char *what);

/*
 * Parses a message as it is, and again with the right length in its header.
 * Without the second time, most changed messages would only fail the check of
 * the length.
 */
void mh_fuzz_each_length(const char *data, size_t size, mh_fuzz_feed_t *feed);

#endif
