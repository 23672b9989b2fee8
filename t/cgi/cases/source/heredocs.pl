#!/usr/bin/perl
# Here documents, indented and interpolated.
my %x = (a => 'A');
print "Content-Type: text/plain\n\n";
print <<~"ONE", <<'TWO';
    indented $x{a}
      more
    ONE
raw $x{a}
TWO
