use NetAddr::IP;
my $net = NetAddr::IP->new('10.1.0.0/16');
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ",
    $net->contains(NetAddr::IP->new('10.1.2.3')) ? 'in' : 'out', ' ',
    $net->broadcast, ' ', join('.', unpack 'C4', scalar gethostbyname '127.1'),
    "\n";
