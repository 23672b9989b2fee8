# KILL, with output that was not flushed.
print "Content-Type: text/plain\n\n";
print "lost\n";
kill KILL => $$;
