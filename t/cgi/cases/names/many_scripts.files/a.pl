#!/usr/bin/perl
$x .= 'a'; print "Content-Type: text/plain\n\n$x\n";
