# A script can make a group of its own.
print "Content-Type: text/plain\n\n";
print setpgrp(0, 0) || getpgrp == $$ ? "ok\n" : "no: $!\n";
print getpgrp == $$ ? "leader\n" : "member\n";
