# A log that is opened in BEGIN.
BEGIN { open LOG, '>>', 'work/log' or die; select((select(LOG), $| = 1)[0]) }
print "Content-Type: text/plain\n\n";
print LOG "request $ENV{QUERY_STRING}\n";
print "logged\n";
