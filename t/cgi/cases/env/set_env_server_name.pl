# SetEnv does not take the place of what CGI defines.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
    qw(SERVER_NAME REQUEST_METHOD QUERY_STRING GATEWAY_INTERFACE);
