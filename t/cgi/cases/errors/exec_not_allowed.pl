# Options without ExecCGI.
print "Content-Type: text/plain\n\n";
