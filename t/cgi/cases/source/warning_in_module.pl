#!/usr/bin/perl
# A warning while a module is compiled comes with every request.
use lib 'lib';
use Noisy;
print "Content-Type: text/plain\n\n";
print "ok\n";
