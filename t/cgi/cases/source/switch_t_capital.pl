#!/usr/bin/perl -T
# -T: what comes from outside is tainted.
use Scalar::Util qw(tainted);
print "Content-Type: text/plain\n\n";
print ${^TAINT}, tainted($ENV{QUERY_STRING}) ? " tainted\n" : " not\n";
print tainted($0) ? 1 : 0, tainted(__FILE__) ? 1 : 0, "\n";
eval { system $ENV{QUERY_STRING} };
print $@;
