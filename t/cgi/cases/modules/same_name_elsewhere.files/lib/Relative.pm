package Relative;
sub name { 'another one' }
1;
