# PERL_UNICODE by SetEnv: output is UTF-8.
print "Content-Type: text/plain\n\n";
print "\x{2603} ${^UNICODE}\n";
