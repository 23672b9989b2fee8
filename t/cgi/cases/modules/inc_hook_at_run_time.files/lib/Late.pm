package Late;
sub name { 'late' }
1;
