package Release;
sub number { 2 }
1;
