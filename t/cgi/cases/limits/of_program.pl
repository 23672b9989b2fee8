# A program that the script starts has the same.
print "Content-Type: text/plain\n\n";
print `sh -c 'ulimit -t; ulimit -v'`;
