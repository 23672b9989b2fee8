# local on elements and arrays.
our @stack = (1, 2, 3);
our %map = (a => 1);
sub show { return "@stack $map{a}\n" }
print "Content-Type: text/plain\n\n";
{
    local @stack = (9);
    local $map{a} = 2;
    print show();
}
print show();
push @stack, 4;
$map{a}++;
