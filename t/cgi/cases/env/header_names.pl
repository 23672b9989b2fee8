# Header names become HTTP_*; a dash an underscore, case does not count.
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for grep {/^HTTP_X/} sort keys %ENV;
