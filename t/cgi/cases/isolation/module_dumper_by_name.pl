print "Content-Type: text/plain\n\n";
use Data::Dumper; print Dumper([1]); my $n = "Data::Dumper::Indent"; { no strict 'refs'; $$n = 0; ${"Data::Dumper::Terse"} = 1; } Data::Dumper->new([1])->Dump; print Dumper([1]);
