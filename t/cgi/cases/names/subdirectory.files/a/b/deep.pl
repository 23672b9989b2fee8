#!/usr/bin/perl
use Cwd;
print "Content-Type: text/plain\n\n", getcwd(), -e 'beside.txt' ? " beside\n" : " alone\n";
