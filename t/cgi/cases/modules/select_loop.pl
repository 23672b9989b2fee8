# IO::Select over pipes.
use IO::Select;
print "Content-Type: text/plain\n\n";
my $select = IO::Select->new;
for my $n (1, 2) { open my $from, '-|', "echo $n" or die; $select->add($from) }
my @seen;
while ($select->count) { for my $from ($select->can_read(5)) { my $line = <$from>; if (defined $line) { push @seen, $line } else { $select->remove($from) } } }
print sort @seen;
