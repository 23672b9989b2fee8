#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
BEGIN { $SIG{__WARN__} = sub { print "begin: $_[0]" } } warn "a\n"; $SIG{__WARN__} = sub { print "run: $_[0]" }; warn "b\n"; local $SIG{__DIE__} = sub { print "die: $_[0]" }; eval { die "c\n" }; { local $SIG{ALRM} = sub { die "alarm\n" }; eval { alarm 1; select undef, undef, undef, 0.01; alarm 0; }; print $@ || "no\n"; } print defined $SIG{ALRM} ? 1 : 0, "\n";
