#!/usr/bin/perl
# use utf8 does not decode DATA, a layer does.
use utf8;
print "Content-Type: text/plain\n\n";
my $raw = <DATA>;
chomp $raw;
print length $raw, "\n";
binmode DATA, ':utf8';
my $text = <DATA>;
chomp $text;
print length $text, "\n";
__DATA__
é☃
é☃
