/*
 * fuzz.h - parsers that get bytes from elsewhere, each behind one function
 * that takes any bytes.
 *
 * The entry is given a copy of just that size on the heap, so that a sanitizer
 * sees a byte read beyond it. It calls mh_fuzz_expect() for what must hold
 * whatever comes.
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
 * An input to start from, of those that fuzz/seeds cannot write: structures of
 * httpd are in them. Its size; 0: there are not so many.
 */
typedef size_t mh_fuzz_example_t(int number, char *buffer, size_t size);

mh_fuzz_example_t mh_fuzz_serve_example;
mh_fuzz_example_t mh_fuzz_answer_example;
mh_fuzz_example_t mh_fuzz_status_example;
mh_fuzz_example_t mh_fuzz_text_example;

/* Aborts, and says what did not hold. */
void mh_fuzz_expect(bool holds, const char *what);

/*
 * A message as it came, and again with the length that its header must have:
 * else few changes of its size would come further than that.
 */
void mh_fuzz_each_length(const char *data, size_t size, mh_fuzz_feed_t *feed);

#endif
