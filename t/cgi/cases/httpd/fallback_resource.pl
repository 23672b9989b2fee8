# FallbackResource.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_URI} $ENV{SCRIPT_NAME} ", $ENV{PATH_INFO} // 'none', "\n";
