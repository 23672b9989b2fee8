# use lib with a relative path.
use lib 'lib';
use Relative;
print "Content-Type: text/plain\n\n";
print Relative::name(), " $INC{'Relative.pm'}\n";
