# SEGV to itself.
$| = 1;
print "Content-Type: text/plain\n\n";
print "before\n";
kill SEGV => $$;
sleep 5;
