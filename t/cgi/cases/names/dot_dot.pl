# Paths with dots and slashes that lead to the same script.
print "Content-Type: text/plain\n\n";
print "$ENV{SCRIPT_NAME} $ENV{REQUEST_URI}\n";
