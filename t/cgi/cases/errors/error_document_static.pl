#!/usr/bin/perl
# ... by a file.
die "no page\n";
