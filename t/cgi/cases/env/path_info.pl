# PATH_INFO is decoded; PATH_TRANSLATED is made of it.
print "Content-Type: text/plain\n\n";
for my $name (qw(SCRIPT_NAME PATH_INFO PATH_TRANSLATED REQUEST_URI)) {
    print "$name=", $ENV{$name} // 'undef', "\n";
}
