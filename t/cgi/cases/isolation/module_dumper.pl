print "Content-Type: text/plain\n\n";
use Data::Dumper; print Dumper({a=>[1,{b=>2}]}); $Data::Dumper::Indent = 1; $Data::Dumper::Terse = 1; $Data::Dumper::Sortkeys = sub { [ sort keys %{$_[0]} ] }; print Dumper({a=>1,b=>2}); local $Data::Dumper::Useqq = 1; print Dumper("a\n");
