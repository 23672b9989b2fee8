print "Content-Type: text/plain\n\n";
$| = 1; print "a"; if (my $p = fork) { waitpid $p, 0; print "parent $?\n" } else { print "child\n"; exit 2 } my $o = `echo out; exit 3`; print $o, $? >> 8, "\n"; system "exit 4"; print $? >> 8, "\n"; open my $p, '-|', 'echo piped'; print <$p>; close $p; open my $k, '-|' or do { print "kid\n"; exit }; print <$k>; 
