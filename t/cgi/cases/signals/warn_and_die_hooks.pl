# __WARN__ and __DIE__ with a sub of the script.
sub on_warn { print "W: @_" }
$SIG{__WARN__} = \&on_warn;
local $SIG{__DIE__} = sub { print "D: @_" };
print "Content-Type: text/plain\n\n";
warn "one\n";
eval { die "two\n" };
print "E: $@";
