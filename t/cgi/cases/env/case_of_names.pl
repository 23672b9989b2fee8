# Headers whose different names httpd maps to one variable.
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for grep {/^HTTP_ACCEPT|^HTTP_USER/} sort keys %ENV;
