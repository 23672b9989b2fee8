# A variable of one request is not there in the next.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print join(' ', grep {/^(?:HTTP_X|CONTENT|QUERY)/ && length $ENV{$_}}
    sort keys %ENV), ".\n";
