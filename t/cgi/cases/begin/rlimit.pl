# Limits as BEGIN sees them.
my @limits;
BEGIN { open my $in, '<', '/proc/self/limits'; @limits = grep {/open files|stack/} <$in> }
print "Content-Type: text/plain\n\n";
print @limits;
