#!/usr/bin/perl
# DATA belongs to the package in which __DATA__ stands.
package Other;
print "Content-Type: text/plain\n\n";
print <Other::DATA>, defined fileno(main::DATA) ? "main too\n" : "not main\n";
__DATA__
other's
