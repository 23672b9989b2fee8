#!/bin/sh
# A program in the place of a script: it does not lead its process group, and
# may begin a session.
echo "Content-Type: text/plain"
echo
exec perl -MPOSIX=setsid -e '
    print getpgrp == $$ ? "leader\n" : "member\n";
    print setsid() == $$ ? "a session\n" : "none: $!\n";
    print wait, "\n";
'
