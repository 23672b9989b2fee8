# Process group and session: is the script the leader, has it a terminal?
print "Content-Type: text/plain\n\n";
print getpgrp == $$ ? "leader\n" : "member\n";
print getpgrp == getpgrp(getppid) ? "parent's\n" : "another\n";
print open(my $tty, '<', '/dev/tty') ? "terminal\n" : "none\n";
