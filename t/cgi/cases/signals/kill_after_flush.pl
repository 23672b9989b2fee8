# KILL, with output that was flushed.
$| = 1;
print "Content-Type: text/plain\n\n";
print "kept\n";
kill KILL => $$;
