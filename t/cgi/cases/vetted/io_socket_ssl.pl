use IO::Socket::SSL;
my $from = rand;
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ";
Net::SSLeay::RAND_bytes(my $bytes, 32);
my $context = IO::Socket::SSL::SSL_Context->new(SSL_verify_mode => 0);
my $other = IO::Socket::SSL->new(PeerAddr => '127.0.0.1', PeerPort => 1, Timeout => 2);
print length $bytes, ' ', Net::SSLeay::RAND_status(), ' ', ref $context, ' ',
    defined $other ? 'there' : 'refused', "\n";
