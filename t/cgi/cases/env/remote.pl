# The client's address; its port is a number.
print "Content-Type: text/plain\n\n";
print "$ENV{REMOTE_ADDR} ", $ENV{REMOTE_HOST} // 'undef', ' ',
    $ENV{REMOTE_PORT} =~ /^\d+$/ ? 'number' : 'odd', "\n";
