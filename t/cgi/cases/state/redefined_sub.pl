# A sub that was replaced at run time is back.
no warnings 'redefine';
sub greeting { return 'original' }
print "Content-Type: text/plain\n\n";
print greeting(), "\n";
*greeting = sub { return 'replaced' };
print main->can('greeting')->(), "\n";
