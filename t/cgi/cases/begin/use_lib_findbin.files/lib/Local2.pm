package Local2;
our $name = 'local2';
1;
