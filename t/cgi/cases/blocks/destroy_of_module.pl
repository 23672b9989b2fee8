# An object that a module made while it was compiled is destroyed in each
# request.
use lib 'lib';
use Holder;
print "Content-Type: text/plain\n\n";
print ref $Holder::object, "\n";
