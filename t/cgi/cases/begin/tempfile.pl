# A temporary file that is made in BEGIN has its own name each time.
use File::Temp qw(tempfile);
my ($handle, $name);
BEGIN { ($handle, $name) = tempfile(DIR => 'work', UNLINK => 1) }
print "Content-Type: text/plain\n\n";
print -e $name ? "there\n" : "gone\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : '';
print $last eq $name ? "the same name\n" : "new\n";
open my $out, '>', 'work/last' or die;
print $out $name;
close $out;
unlink 'work/last' if $ENV{QUERY_STRING};
