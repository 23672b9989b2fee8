# No variable shows that the server contains Perl.
print "Content-Type: text/plain\n\n";
print join(' ', grep {/PERL|MEHARI/i} sort keys %ENV), ".\n";
