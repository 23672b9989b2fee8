# alarm and its handler.
print "Content-Type: text/plain\n\n";
eval {
    local $SIG{ALRM} = sub { die "time is up\n" };
    alarm 1;
    select undef, undef, undef, 5;
    alarm 0;
};
print $@;
