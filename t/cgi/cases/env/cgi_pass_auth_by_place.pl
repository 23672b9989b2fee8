# CGIPassAuth for one script, taken back for another, and for a proxy's header.
print "Content-Type: text/plain\n\n";
print map { "$_=$ENV{$_}\n" } sort grep { /AUTH/ } keys %ENV;
