print "Content-Type: text/plain\n\n";
$SIG{ALRM} = "DEFAULT"; print alarm(0) ? "left\n" : "clean\n";
use Cwd; print getcwd() eq '/' ? "root\n" : "not root\n"; chdir '/'; printf "%o\n", umask; umask 0; $SIG{ALRM} = sub { }; alarm 100; print alarm(100) > 0 ? "pending\n" : "none\n";
print "rand ", rand() < 1, "\n"; srand 5; 
my $pid = fork; if (!$pid) { print "child\n"; exit 3 } waitpid $pid, 0; print $? >> 8, "\n";
print `echo from shell`; system 'exit 2'; print $? >> 8, "\n";
