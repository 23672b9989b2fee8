#!/usr/bin/perl
die "second\n";
