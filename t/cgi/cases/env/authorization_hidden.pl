# The header Authorization is for the server.
print "Content-Type: text/plain\n\n";
print join(' ', grep {/AUTH/} sort keys %ENV), ".\n";
