#!/usr/bin/perl
# caller in subs, evals and string evals.
sub show { my @c = caller 1; return join '|', map { $_ // '' } @c[0, 2, 3] }
print "Content-Type: text/plain\n\n";
sub outer { return show() }
print outer(), "\n";
print eval { show() }, "\n";
print eval 'show()', "\n";
print eval "\n#line 7 \"there\"\nouter()", "\n";
