# A Proxy header must not become HTTP_PROXY.
print "Content-Type: text/plain\n\n";
print exists $ENV{HTTP_PROXY} ? "there\n" : "absent\n";
