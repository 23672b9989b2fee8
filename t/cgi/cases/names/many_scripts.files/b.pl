#!/usr/bin/perl
$x .= 'b'; print "Content-Type: text/plain\n\n$x\n";
