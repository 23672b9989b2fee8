# END of a module, after that of the script.
use lib 'lib';
use Ending;
print "Content-Type: text/plain\n\n";
END { print "script\n" }
