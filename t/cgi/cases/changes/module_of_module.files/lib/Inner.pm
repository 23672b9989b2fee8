package Inner;
sub value { return 'one' }
1;
