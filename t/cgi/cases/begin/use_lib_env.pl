# use lib with something of the environment.
use lib "$ENV{DOCUMENT_ROOT}/begin/use_lib_env/lib";
use Local;
print "Content-Type: text/plain\n\n";
print "$Local::name $INC{'Local.pm'}\n";
