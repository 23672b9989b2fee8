#!/usr/bin/perl
# DATA of a module.
use lib 'lib';
use WithData;
print "Content-Type: text/plain\n\n";
print WithData::text(), WithData::text();
print eof(DATA) ? "mine is at its end\n" : <DATA>;
__DATA__
mine
