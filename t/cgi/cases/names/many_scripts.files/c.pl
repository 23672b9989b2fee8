#!/usr/bin/perl
$x .= 'c'; print "Content-Type: text/plain\n\n$x\n";
