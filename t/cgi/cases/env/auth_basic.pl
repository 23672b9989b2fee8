# A user who has logged in.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
    qw(REMOTE_USER AUTH_TYPE REMOTE_IDENT HTTP_AUTHORIZATION);
