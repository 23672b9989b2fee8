# The program that the process runs.
print "Content-Type: text/plain\n\n";
print readlink '/proc/self/exe', "\n";
