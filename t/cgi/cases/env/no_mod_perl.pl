# Nothing says that Perl is in the server.
print "Content-Type: text/plain\n\n";
print join(' ', grep {/PERL|MEHARI/i} sort keys %ENV), ".\n";
