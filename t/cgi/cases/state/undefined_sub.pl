# A sub that was undefined is back.
sub once { return 'here' }
print "Content-Type: text/plain\n\n";
print defined &once ? once() : 'gone', "\n";
undef &once;
