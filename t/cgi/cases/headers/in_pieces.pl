# Headers that come in pieces.
$| = 1;
for my $piece ('Content-', 'Type: te', "xt/plain\nX-O", "ne: 1\n", "\n", "body\n") {
    print $piece;
    select undef, undef, undef, 0.01;
}
