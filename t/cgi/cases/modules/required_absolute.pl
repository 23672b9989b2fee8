# An absolute name.
print "Content-Type: text/plain\n\n";
require "$ENV{DOCUMENT_ROOT}/modules/required_absolute/lib.pl";
print where(), "\n";
