# TZ by SetEnv reaches the C library.
use POSIX qw(strftime tzset tzname);
print "Content-Type: text/plain\n\n";
print strftime('%Y-%m-%d %H:%M', localtime 1_000_000_000), "\n";
tzset();
print join(' ', tzname()), "\n";
