#!/usr/bin/perl
# exit in BEGIN, after a page.
BEGIN { print "Content-Type: text/plain\n\nfrom BEGIN\n"; exit }
print "never\n";
