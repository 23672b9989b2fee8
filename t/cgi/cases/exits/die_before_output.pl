#!/usr/bin/perl
# die and no page.
die "no page\n";
