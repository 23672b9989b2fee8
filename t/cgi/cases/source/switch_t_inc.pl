#!/usr/bin/perl -T
# -T: neither the current directory nor PERL5LIB in @INC.
print "Content-Type: text/plain\n\n";
print grep {m{^\.$|mine}} @INC;
print "none\n";
