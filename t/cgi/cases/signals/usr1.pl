# A signal to itself, with a handler.
print "Content-Type: text/plain\n\n";
$SIG{USR1} = sub { print "got $_[0]\n" };
kill USR1 => $$;
print "after\n";
