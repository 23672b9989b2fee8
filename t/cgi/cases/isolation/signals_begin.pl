print "Content-Type: text/plain\n\n";
BEGIN { $SIG{__DIE__} = sub { print "begin: $_[0]" } } sub named { print "named $_[0]" } $SIG{__WARN__} = 'named'; warn "x\n"; eval { die "c\n" }; $SIG{__DIE__} = 'DEFAULT'; $SIG{USR1} = sub { print "usr1\n" }; kill USR1 => $$; $SIG{USR1} = 'DEFAULT'; die "last\n";
