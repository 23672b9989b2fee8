# File::Temp: names of its own.
use File::Temp qw(tempfile);
my ($out, $name) = tempfile('made-XXXX', DIR => 'work', UNLINK => 1);
print "Content-Type: text/plain\n\n";
print -e $name ? "made\n" : "not\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : 'none';
print $name eq $last ? "the same name\n" : "new\n";
open my $to, '>', 'work/last' or die;
print $to $name;
close $to;
unlink 'work/last' if $ENV{QUERY_STRING};
