# Handlers in %SIG.
print "Content-Type: text/plain\n\n";
print join(' ', map { "$_=$SIG{$_}" } grep { $_ ne 'INT' && defined $SIG{$_} } sort keys %SIG), ".\n";
$SIG{__WARN__} = sub { print "warned: @_" };
$SIG{__DIE__} = sub { print "died: @_" };
$SIG{ALRM} = $SIG{CHLD} = 'IGNORE';
warn "x\n";
