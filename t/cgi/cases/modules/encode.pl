# Encode and its tables at run time.
use Encode;
print "Content-Type: text/plain\n\n";
print length(encode('UTF-16', 'ab')), ' ', length(decode('euc-jp', "\xa4\xa2")), "\n";
