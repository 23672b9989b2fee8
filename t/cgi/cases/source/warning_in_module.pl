#!/usr/bin/perl
# ... also one of a module.
use lib 'lib';
use Noisy;
print "Content-Type: text/plain\n\n";
print "ok\n";
