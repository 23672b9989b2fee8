sub here { return 'here' }
1;
