# CORE::exit.
print "Content-Type: text/plain\n\n";
print "page\n";
CORE::exit(0);
