# getcwd in BEGIN.
use Cwd;
my $dir;
BEGIN { $dir = getcwd() }
print "Content-Type: text/plain\n\n";
print "$dir\n";
