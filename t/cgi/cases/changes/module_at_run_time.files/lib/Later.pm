package Later;
sub value { return 'one' }
1;
