# The handler is set by Location.
print "Content-Type: text/plain\n\n";
print "$ENV{SCRIPT_NAME}|", $ENV{PATH_INFO} // '', "\n";
