package Mine;
sub name { return 'mine' }
1;
