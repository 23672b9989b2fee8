#!/usr/bin/perl
print "Content-Type: text/plain\n\nsorry: $ENV{REDIRECT_STATUS} $ENV{REDIRECT_URL} ", $ENV{REDIRECT_ERROR_NOTES} // 'no notes', "\n";
