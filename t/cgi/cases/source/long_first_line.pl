#!/usr/bin/perl -w                                                                                                                                                                                                                                                        -T
# More than the kernel takes.
print "Content-Type: text/plain\n\n";
print "$^W ${^TAINT}\n";
