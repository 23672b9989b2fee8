# A program that the script starts has the script's limits.
print "Content-Type: text/plain\n\n";
print `sh -c 'ulimit -t; ulimit -v'`;
