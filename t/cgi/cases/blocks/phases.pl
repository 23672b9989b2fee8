# ${^GLOBAL_PHASE} in BEGIN, CHECK, INIT, the program and END.
my $seen;
BEGIN { $seen = "begin ${^GLOBAL_PHASE}\n" }
CHECK { $seen .= "check ${^GLOBAL_PHASE}\n" }
INIT { $seen .= "init ${^GLOBAL_PHASE}\n" }
print "Content-Type: text/plain\n\n";
print $seen, "main ${^GLOBAL_PHASE}\n";
END { print "end ${^GLOBAL_PHASE}\n" }
sub Object::DESTROY { print "destroy ${^GLOBAL_PHASE}\n" }
our $object = bless {}, 'Object';
