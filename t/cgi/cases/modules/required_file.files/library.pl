$library_count++;
sub library_name { return 'library' }
1;
