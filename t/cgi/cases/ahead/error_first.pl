my ($error, $number) = ("$!", $! + 0);
print "Content-type: text/plain\n\n$error $number [$@] [$?]\n";
