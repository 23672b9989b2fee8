# A directory that is a link.
use Cwd;
print "Content-Type: text/plain\n\n";
print "$0\n", getcwd(), "\n$ENV{SCRIPT_FILENAME}\n";
