my @subs = map { eval "sub { $_ . ' ' . (\$ENV{QUERY_STRING} || '') . __LINE__ }" } 1 .. 3;
eval 'sub named { "named $ENV{QUERY_STRING}" } 1' or die $@;
my $failed = eval '1 +* 2' // "failed: " . ($@ ? 'yes' : 'no');
print "Content-type: text/plain\n\n$failed\n";
print $_->(), "\n" for @subs;
print named(), "\n", eval('$ENV{QUERY_STRING} x 2'), "\n";
