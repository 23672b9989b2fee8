print "Content-Type: text/plain\n\n";
our $AUTOLOAD; sub AUTOLOAD { my $n = $AUTOLOAD; return if $n =~ /DESTROY/; no strict 'refs'; *$n = sub { "made $n\n" }; goto &$n } print foo(), foo(), defined &foo ? 1 : 0, "\n"; print main->bar, Baz->can('x') ? 1 : 0, "\n"; 
