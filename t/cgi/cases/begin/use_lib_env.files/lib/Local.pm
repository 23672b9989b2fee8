package Local;
our $name = 'local';
1;
