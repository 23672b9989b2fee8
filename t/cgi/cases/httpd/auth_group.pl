# Require user: another one is kept out.
print "Content-Type: text/plain\n\n";
print "$ENV{REMOTE_USER}\n";
