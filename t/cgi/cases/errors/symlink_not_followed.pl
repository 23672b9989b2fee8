# Links without FollowSymLinks.
print "Content-Type: text/plain\n\n";
print "reached\n";
