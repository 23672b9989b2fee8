#!/usr/bin/perl -T
# -T: STDIN and files are tainted, a match takes it away.
use Scalar::Util qw(tainted);
my $line = <STDIN>;
print "Content-Type: text/plain\n\n";
print tainted($line) ? "tainted\n" : "not\n";
my ($clean) = $line =~ /(\w+)/;
print tainted($clean) ? "tainted\n" : "clean\n";
print eval { open my $out, '>', "work/$line"; 1 } ? "opened\n" : $@;
