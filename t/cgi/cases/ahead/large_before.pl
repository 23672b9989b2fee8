my @list;
push @list, "number $_ of a list that is longer than a zygote may keep" for 1 .. 600_000;
print "Content-type: text/plain\n\n", scalar(@list), " $ENV{QUERY_STRING}\n";
