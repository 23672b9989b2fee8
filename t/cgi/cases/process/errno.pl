# $! has no error at the beginning.
my $first = $! + 0;
print "Content-Type: text/plain\n\n";
print $first == 0 || $first == 25 || $first == 2 ? "quiet\n" : "$first\n";
print $@ eq '' ? "no error\n" : $@;
print defined $? ? $? : 'undef', "\n";
