#!/usr/bin/env -S perl -w
# With a switch by env -S.
print "Content-Type: text/plain\n\n";
print "$^W\n";
