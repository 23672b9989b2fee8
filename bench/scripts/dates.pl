#!/usr/bin/perl

# A calendar: core modules, named subs, list operations.
use strict;
use warnings;
use POSIX       qw(strftime);
use Time::Local qw(timegm);

print "Content-Type: text/html\n\n<table>\n";
week($_) for 0 .. 51;
print "</table>\n";

sub week {
    my ($week) = @_;
    my $start  = timegm(0, 0, 12, 3, 0, 2005) + $week * 7 * 86_400;
    my @days = map { strftime('%d %b', gmtime $start + $_ * 86_400) } 0 .. 6;
    print '<tr>', map({ "<td>$_</td>" } @days), "</tr>\n";
    return;
}
