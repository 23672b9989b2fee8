#!/usr/bin/perl -w                                                                                                                                                                                                                                                        -T
# A first line that is longer than the kernel takes.
print "Content-Type: text/plain\n\n";
print "$^W ${^TAINT}\n";
