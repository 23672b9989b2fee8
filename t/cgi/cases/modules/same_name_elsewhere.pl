# A module with the same name as one of another script (modules/relative_lib).
use lib 'lib';
use Relative;
print "Content-Type: text/plain\n\n";
print Relative::name(), " $INC{'Relative.pm'}\n";
