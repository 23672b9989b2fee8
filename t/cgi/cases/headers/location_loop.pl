# A local redirect to itself: httpd gives up.
print "Location: $ENV{SCRIPT_NAME}\n\n";
