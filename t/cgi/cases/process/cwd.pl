# The working directory is the script's.
use Cwd qw(getcwd);
print "Content-Type: text/plain\n\n";
print getcwd(), ' ', readlink '/proc/self/cwd', "\n";
print -e 'cwd.pl' ? "beside me\n" : "elsewhere\n";
