# STDOUT to a file, for good.
print "Content-Type: text/plain\n\n";
print "page\n";
open STDOUT, '>', 'work/rest' or die;
print "in the file\n";
system 'echo also in the file';
