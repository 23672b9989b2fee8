# Variables that threads share lie in an interpreter of their own.
use threads;
use threads::shared;
my $sum : shared = 0;
my $all = shared_clone({ query => $ENV{QUERY_STRING} });
my @threads = map {
    threads->create(sub { lock $sum; $sum += $_[0]; $all->{ $_[0] } = 1 }, $_)
} 1 .. 3;
$_->join for @threads;
print "Content-Type: text/plain\n\n$sum ", join(',', sort keys %$all), "\n";
