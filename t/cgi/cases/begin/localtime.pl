# localtime in BEGIN, kept in a file lexical.
my @now;
BEGIN { @now = localtime }
print "Content-Type: text/plain\n\n";
use Time::Local;
print abs(timelocal(@now) - time) < 3 ? "now\n" : "then\n";
