# CONTENT_LENGTH and CONTENT_TYPE exist only with a body.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
    qw(CONTENT_LENGTH CONTENT_TYPE HTTP_CONTENT_LENGTH HTTP_CONTENT_TYPE);
