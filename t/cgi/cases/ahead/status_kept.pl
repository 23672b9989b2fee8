lstat $0 or die $!;
my $query = $ENV{QUERY_STRING};
my $link  = -l _ ? 'link' : 'no link';
stat $0;
my $method = $ENV{REQUEST_METHOD};
print "Content-type: text/plain\n\n$query $method $link ", -f _ ? 'file ' : '',
    -s _, ' ', (stat _)[7] == -s $0 ? 'same' : 'other', "\n";
