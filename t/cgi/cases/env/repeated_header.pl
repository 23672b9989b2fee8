# Headers of the same name are joined.
print "Content-Type: text/plain\n\n";
print "$ENV{HTTP_X_TWICE}|$ENV{HTTP_COOKIE}\n";
