package Changing;
sub value { return 'one' }
1;
