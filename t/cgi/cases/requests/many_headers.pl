# Ninety headers.
print "Content-Type: text/plain\n\n";
print scalar(grep {/^HTTP_X_MANY/} keys %ENV), " $ENV{HTTP_X_MANY_90}\n";
