# No strict unless it is asked for, in the first line or any other.
$Global = 'fine';
$name = 'Global';
print "Content-Type: text/plain\n\n";
print $$name, "\n";
print bareword . "\n";
