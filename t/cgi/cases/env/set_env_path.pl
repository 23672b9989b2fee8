# SetEnv PATH replaces the PATH of the server.
print "Content-Type: text/plain\n\n";
print "$ENV{PATH}\n", `echo "\$PATH"`;
