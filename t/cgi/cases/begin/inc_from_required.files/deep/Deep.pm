package Deep;
sub name { 'deep' }
1;
