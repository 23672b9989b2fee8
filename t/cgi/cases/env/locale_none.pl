# Without a variable the locale is C.
use POSIX qw(setlocale LC_ALL);
print "Content-Type: text/plain\n\n";
print setlocale(LC_ALL), "\n";
