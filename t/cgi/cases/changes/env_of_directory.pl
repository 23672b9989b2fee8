# .htaccess that changes.
print "Content-Type: text/plain\n\n";
print $ENV{MINE} // 'undef', "\n";
