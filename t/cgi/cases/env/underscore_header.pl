# A header with an underscore could pose as another: httpd drops it.
print "Content-Type: text/plain\n\n";
print join(' ', grep {/UNDER/} sort keys %ENV), ".\n";
