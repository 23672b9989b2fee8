# A module of the same name as that of another script: modules/relative_lib.
use lib 'lib';
use Relative;
print "Content-Type: text/plain\n\n";
print Relative::name(), " $INC{'Relative.pm'}\n";
