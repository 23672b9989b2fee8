# exit in a sort block, in map and in a signal handler.
print "Content-Type: text/plain\n\n";
$SIG{USR1} = sub { print "in handler\n"; exit };
my @list = sort { kill USR1 => $$; $a <=> $b } 3, 2, 1;
print "never\n";
