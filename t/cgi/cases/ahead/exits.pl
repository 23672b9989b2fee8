print "Content-type: text/plain\n\nbefore\n";
warn "a warning\n";
sub leave { exit 0 }
leave();
print "after\n";
