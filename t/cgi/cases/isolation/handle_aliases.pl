print "Content-Type: text/plain\n\n";
local *STDOUT = *STDERR; print "to stderr\n"; close STDIN; my $f; open $f, '<', $0; print fileno($f) . "\n"; *STDIN = $f; print scalar <STDIN>;
