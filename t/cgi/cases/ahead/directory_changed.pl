use Cwd;
umask 027;
chdir '/' or die $!;
my $here = getcwd;
print "Content-type: text/plain\n\n$here ", getcwd, sprintf(" %03o", umask), "\n";
print `pwd; umask`;
