# Action: a script handles a type of file.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(SCRIPT_NAME PATH_INFO PATH_TRANSLATED REDIRECT_URL REDIRECT_STATUS REDIRECT_HANDLER QUERY_STRING REQUEST_METHOD);
open my $in, '<', $ENV{PATH_TRANSLATED} or die "$!";
print <$in>;
