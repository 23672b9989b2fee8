#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
print map({ defined ? "[$_]" : 'u' } $1, $2, $&, $`, $', $+, $^N), scalar(@-), scalar(@+), scalar(keys %+), scalar(keys %-), "\n"; "xabcx" =~ /(?<n>b)(c)/; print "$1 $2 $& $` $' $+ $^N @- @+ $+{n}\n"; sub f { "q" =~ /(q)/; $1 } print f(), $1, "\n"; local $_ = "top"; print pos // 'u', "\n"; /o/g; print pos, "\n"; our $g = "aaa"; $g =~ /a/g; print pos $g, "\n"; 
