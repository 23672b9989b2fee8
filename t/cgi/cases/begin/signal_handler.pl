# A handler that is set in BEGIN.
BEGIN { $SIG{USR1} = sub { print "handled\n" } }
print "Content-Type: text/plain\n\n";
kill USR1 => $$;
print "done\n";
