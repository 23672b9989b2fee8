#!/usr/bin/perl

# The book's light set: a header and one word.
use strict;
print "Content-type: text/plain\n\n";
print "Hello";
