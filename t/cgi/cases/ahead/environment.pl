$ENV{PATH} = '/bin:/usr/bin';
delete $ENV{HTTP_HOST};
local $ENV{ADDED} = 'here';
my $method = $ENV{REQUEST_METHOD};
print "Content-type: text/plain\n\n$method $ENV{QUERY_STRING} ",
    exists $ENV{HTTP_HOST} ? 'host' : 'no host', "\n",
    `echo \$PATH \$ADDED \$HTTP_HOST`;
