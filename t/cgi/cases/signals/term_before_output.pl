# TERM to itself before there is any output.
kill TERM => $$;
sleep 5;
print "Content-Type: text/plain\n\n";
