package Relative;
sub name { 'relative' }
1;
