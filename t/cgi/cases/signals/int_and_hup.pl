# INT, HUP and QUIT can be handled.
print "Content-Type: text/plain\n\n";
for my $name (qw(INT HUP QUIT TERM)) {
    local $SIG{$name} = sub { print "got $_[0]\n" };
    kill $name => $$;
}
