# ... also one in a module.
use lib 'lib';
use Holder;
print "Content-Type: text/plain\n\n";
print ref $Holder::object, "\n";
