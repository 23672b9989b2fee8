#!/usr/bin/perl
print "Content-Type: text/html\n\ninner $ENV{REQUEST_METHOD}\n";
