# A program that the script starts has three descriptors.
print "Content-Type: text/plain\n\n";
print `ls /proc/self/fd | grep -v '^3\$'`;
