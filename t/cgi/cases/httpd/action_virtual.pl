# Action for what does not exist.
print "Content-Type: text/plain\n\n";
print "$ENV{PATH_INFO} $ENV{REDIRECT_STATUS}\n";
