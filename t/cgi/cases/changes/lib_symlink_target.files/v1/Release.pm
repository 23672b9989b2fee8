package Release;
sub number { 1 }
1;
