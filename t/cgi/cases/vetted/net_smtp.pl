use Net::SMTP;
-e '/etc/passwd';
my $size = -s _;
my $smtp = Net::SMTP->new('127.0.0.1', Port => 1, Timeout => 2);
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ",
    $smtp ? 'there' : 'none', ' ', -s _ == -s '/etc/passwd' ? 'same' : 'other', "\n";
