# A program's STDERR is logged.
print "Content-Type: text/plain\n\n";
system 'echo to the log >&2';
print "done\n";
