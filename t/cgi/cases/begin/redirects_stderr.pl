# STDERR re-opened in BEGIN.
BEGIN { open STDERR, '>', 'work/errors' or die }
print "Content-Type: text/plain\n\n";
print STDERR "to the file\n";
warn "also\n";
