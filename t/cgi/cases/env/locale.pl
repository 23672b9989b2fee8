# LC_ALL by SetEnv is the locale of the process.
use POSIX qw(setlocale LC_ALL LC_NUMERIC);
print "Content-Type: text/plain\n\n";
print setlocale(LC_ALL), "\n";
