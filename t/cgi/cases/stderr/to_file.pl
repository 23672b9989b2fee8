# STDERR to a file.
open STDERR, '>>', 'work/errors' or die;
print "Content-Type: text/plain\n\n";
warn "into the file\n";
system 'echo program too >&2';
