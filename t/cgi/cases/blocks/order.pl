# BEGIN, UNITCHECK, CHECK, INIT, the program, END.
print "main\n";
BEGIN { print "Content-Type: text/plain\n\n"; print "begin 1\n" }
UNITCHECK { print "unitcheck 1\n" }
CHECK { print "check 1\n" }
INIT { print "init 1\n" }
END { print "end 1\n" }
BEGIN { print "begin 2\n" }
UNITCHECK { print "unitcheck 2\n" }
CHECK { print "check 2\n" }
INIT { print "init 2\n" }
END { print "end 2\n" }
