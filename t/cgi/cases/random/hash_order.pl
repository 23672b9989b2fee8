# The order of a large hash differs from the last request's.
my %h = map { $_ => 1 } 1 .. 500;
my $order = join ',', keys %h;
print "Content-Type: text/plain\n\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : 'none';
print $order eq $last ? "the same order\n" : "new\n";
open my $out, '>', 'work/last' or die;
print $out $order;
close $out;
unlink 'work/last' if $ENV{QUERY_STRING};
