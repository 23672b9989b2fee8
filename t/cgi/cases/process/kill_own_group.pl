# A signal to the own group reaches the script.
print "Content-Type: text/plain\n\n";
local $SIG{USR1} = sub { print "got it\n" };
setpgrp;
kill USR1 => -$$;
print "done\n";
