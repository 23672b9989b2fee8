# The same script by two paths.
print "Content-Type: text/plain\n\n";
print "$ENV{SCRIPT_NAME} $ENV{SCRIPT_FILENAME} $0\n";
