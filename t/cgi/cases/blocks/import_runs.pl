# import of a module is called with its arguments.
use lib 'lib';
use Importer qw(a b);
print "Content-Type: text/plain\n\n";
print "@Importer::args|", greet(), "\n";
