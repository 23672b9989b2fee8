our @list = (1 .. 3);
my $out = '';
OUTER: for my $one (@list) {
    local $_ = "topic $one";
    local @list = ('a' .. 'c');
    for my $two (@list) {
        my $closure = sub { "$one$two$_" };
        next OUTER if $two eq $ENV{QUERY_STRING};
        $out .= $closure->() . wantarray . "\n";
        local $SIG{__WARN__} = sub { $out .= "warned @_" };
        warn "at $two\n";
    }
}
print "Content-type: text/plain\n\n$out@list\n";
