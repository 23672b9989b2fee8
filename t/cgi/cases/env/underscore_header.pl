# httpd drops a header with an underscore, because it could pose as another
# one.
print "Content-Type: text/plain\n\n";
print join(' ', grep {/UNDER/} sort keys %ENV), ".\n";
