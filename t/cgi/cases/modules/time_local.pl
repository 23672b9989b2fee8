# Time::Local, POSIX::strftime and gmtime.
use Time::Local;
use POSIX qw(strftime);
print "Content-Type: text/plain\n\n";
print timegm(0, 0, 0, 1, 0, 100), strftime(' %a, %d %b %Y', gmtime 946684800), "\n";
