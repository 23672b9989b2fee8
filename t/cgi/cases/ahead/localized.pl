sub shown { return `echo "\$GREETING|\$PATH_OF_MINE|\$SERVER_SOFTWARE" | cut -c1-40` }
our @seen;
{
    local $ENV{GREETING} = 'hello';
    local $ENV{SERVER_SOFTWARE} = 'mine';
    push @seen, "$ENV{GREETING} $ENV{SERVER_SOFTWARE}";
}
push @seen, exists $ENV{GREETING} ? 'left' : 'gone';
local $ENV{PATH_OF_MINE} = '/mine';
{
    local $ENV{GREETING} = 'inside';
    print "Content-type: text/plain\n\n@seen $ENV{QUERY_STRING}\n", shown();
}
print shown(), exists $ENV{GREETING} ? 'left' : 'gone', "\n";
my $kept = do { local $ENV{GREETING} = 'kept'; \$ENV{GREETING} };
print "$$kept\n", shown();
