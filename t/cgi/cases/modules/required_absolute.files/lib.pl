sub where { return __FILE__ =~ s{.*/modules/}{}r }
1;
