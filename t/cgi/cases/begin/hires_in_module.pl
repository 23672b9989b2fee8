# A module that notes when it was loaded.
use lib 'lib';
use Noted;
use Time::HiRes qw(time);
print "Content-Type: text/plain\n\n";
print time - $Noted::at < 1 ? "just now\n" : "before\n";
