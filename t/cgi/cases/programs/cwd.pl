# ... and is where the script is.
print "Content-Type: text/plain\n\n";
chdir 'work';
print `pwd`, `ls`;
