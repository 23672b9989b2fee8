#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
package O; use overload '+' => sub { "plus" }, '""' => sub { "str" }, '==' => sub { 1 }, 'cmp' => sub { 0 }; package main; my $o = bless []; my $p = bless [], 'O'; print $p + 1, "$p", $p == 3, "\n"; { package O2; overload->import('-' => sub { "minus" }) } print bless([], 'O2') - 1, "\n"; eval q{package O; use overload '*' => sub { "times" };}; print $p * 2, "\n"; { package O; no overload '+'; } 
