# The script's name, encoded.
print "Content-Type: text/plain\n\n";
print "$ENV{SCRIPT_NAME} $ENV{REQUEST_URI}\n";
