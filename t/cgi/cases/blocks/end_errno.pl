# The value of $! in an END block: perl has asked for the handlers of all
# signals before.
print "Content-Type: text/plain\n\n";
local $SIG{USR1} = sub { }
    if $ENV{QUERY_STRING} eq 'handler';
exit 0 if $ENV{QUERY_STRING} eq 'exit';
$! = 5;

END { print $! + 0, "\n" }
