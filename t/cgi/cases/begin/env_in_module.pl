# A module that looks at %ENV when it is loaded.
use lib 'lib';
use Looks;
print "Content-Type: text/plain\n\n";
print "$Looks::method $Looks::query\n";
