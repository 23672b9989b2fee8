# A program's working directory is the script's folder.
print "Content-Type: text/plain\n\n";
chdir 'work';
print `pwd`, `ls`;
