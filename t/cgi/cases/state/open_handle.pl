# A bareword handle is closed in the next request.
print "Content-Type: text/plain\n\n";
print defined fileno(LOG) ? "open\n" : "closed\n";
open LOG, '>>', 'work/log' or die;
print LOG "line\n";
