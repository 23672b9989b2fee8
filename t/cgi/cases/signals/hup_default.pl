# HUP ends a script that does not handle it.
$| = 1;
print "Content-Type: text/plain\n\n";
print "before\n";
$SIG{HUP} = 'DEFAULT';
kill HUP => $$;
sleep 5;
print "after\n";
