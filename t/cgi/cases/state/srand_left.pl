# srand(42) of one request is not the seed of the next.
print "Content-Type: text/plain\n\n";
my $before = rand;
srand 42;
my @fixed = map { int rand 1000 } 1 .. 3;
print "@fixed\n";
my $last = -e 'work/rand' ? do { local @ARGV = 'work/rand'; <> } : '';
open my $out, '>', 'work/rand' or die;
print $out $before;
close $out;
print $last eq $before ? "same\n" : "new\n";
unlink 'work/rand' if $ENV{QUERY_STRING};
