# TERM to itself after output.
$| = 1;
print "Content-Type: text/plain\n\n";
print "before\n";
kill TERM => $$;
sleep 5;
print "after\n";
