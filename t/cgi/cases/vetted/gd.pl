use GD;
my $image = GD::Image->new(20, 10);
$image->colorAllocate(1, 2, 3);
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ",
    unpack('%32C*', $image->png), ' ', join('x', $image->getBounds), "\n";
