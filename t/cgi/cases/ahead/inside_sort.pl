my $looked = 0;
my @sorted = sort {
    $looked++ || length $ENV{QUERY_STRING};
    $a <=> $b
} 3, 1, 2;
my $text = 'a-b-c';
$text =~ s/(\w)/$1 eq 'b' ? $ENV{REQUEST_METHOD} : $1/ge;
my @mapped = map { $_ . $ENV{QUERY_STRING} } grep { $_ ne $ENV{QUERY_STRING} } @sorted;
print "Content-type: text/plain\n\n@sorted $text @mapped\n";
