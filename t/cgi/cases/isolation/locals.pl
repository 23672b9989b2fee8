print "Content-Type: text/plain\n\n";
our ($s, @a, %h) = (1); @a = (1,2); %h = (a => 1); sub show { print "$s @a ", join(',', map "$_$h{$_}", sort keys %h), "\n" } sub t { local $s = 2; local @a = (3); local $h{b} = 2; delete local $h{a}; show() } t(); show(); local $s = 9; local $h{z} = 1; local @ENV{qw(A B)} = (1, 2); local $/ = 'x'; local $, = '-'; show(); exit 3;
