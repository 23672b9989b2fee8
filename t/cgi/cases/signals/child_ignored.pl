# With CHLD ignored wait finds nobody.
print "Content-Type: text/plain\n\n";
$SIG{CHLD} = 'IGNORE';
system 'true';
print wait, "\n";
