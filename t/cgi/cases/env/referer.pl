# Referer is in the environment, and behind lines of the error log.
print STDERR "said\n";
print "Content-Type: text/plain\n\n";
print "$ENV{HTTP_REFERER}\n";
