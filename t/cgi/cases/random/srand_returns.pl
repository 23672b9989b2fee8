# srand() returns a seed that differs.
my $seed = srand;
print "Content-Type: text/plain\n\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : 'none';
print $seed eq $last ? "the same seed\n" : "new\n";
open my $out, '>', 'work/last' or die;
print $out $seed;
close $out;
unlink 'work/last' if $ENV{QUERY_STRING};
