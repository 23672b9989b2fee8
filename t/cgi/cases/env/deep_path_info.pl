# A long path after the script.
print "Content-Type: text/plain\n\n";
print length $ENV{PATH_INFO}, " $ENV{PATH_INFO}\n";
