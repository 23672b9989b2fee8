# warn, with and without newline, with an object.
print "Content-Type: text/plain\n\n";
warn "with\n";
warn 'without';
warn;
warn { a => 1 }->{a};
