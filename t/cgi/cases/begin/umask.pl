# umask in BEGIN.
BEGIN { umask 027 }
print "Content-Type: text/plain\n\n";
printf "%04o\n", umask;
