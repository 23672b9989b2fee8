package Where;
sub value { return 'second' }
1;
