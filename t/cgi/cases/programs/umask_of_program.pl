# umask and limits of a program.
print "Content-Type: text/plain\n\n";
print `umask; ulimit -n; ulimit -c`;
