# ?match-once? and /o are once a run.
my $word = $ENV{QUERY_STRING};
print "Content-Type: text/plain\n\n";
for (qw(one two)) { print "once $_\n" if m?\w?; }
print "one two" =~ /$word/o ? "<$&>\n" : "none\n";
