# rand is seeded anew, also if its first call is in BEGIN.
my $value;
BEGIN { $value = rand }
print "Content-Type: text/plain\n\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : 'none';
print $value eq $last ? "the same as the last\n" : "new\n";
open my $out, '>', 'work/last' or die;
print $out $value;
close $out;
unlink 'work/last' if $ENV{QUERY_STRING};
