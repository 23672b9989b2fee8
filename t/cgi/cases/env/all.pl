# Every variable with its value, but for those that no two requests share.
print "Content-Type: text/plain\n\n";
for my $name (sort keys %ENV) {
    my $value = $ENV{$name};
    $value = 'a number' if $name eq 'REMOTE_PORT' && $value =~ /\A\d+\z/;
    $value =~ s/\A\d+-\d+-/N-N-/ if $name eq 'H2_STREAM_TAG';
    print "$name=$value\n";
}
