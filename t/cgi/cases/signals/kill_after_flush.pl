# KILL, with output that was.
$| = 1;
print "Content-Type: text/plain\n\n";
print "kept\n";
kill KILL => $$;
