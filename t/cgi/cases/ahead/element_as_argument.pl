sub set   { $_[0] = $_[1] }
sub look  { defined $_[0] ? "has $_[0]" : 'has none' }
sub later { my $place = \$_[0]; sub { $$place = shift } }
my $name = 'NOT_' . 'THERE';
my @seen = (look($ENV{$name}), exists $ENV{$name} ? 'there' : 'not there');
set($ENV{$name}, 'now');
push @seen, look($ENV{$name}), look($ENV{OTHER});
$_ = 'by loop' for $ENV{BY_LOOP};
my $setter = later($ENV{LATER});
push @seen, look($ENV{QUERY_STRING});
$setter->('late');
set($ENV{AFTER}, 'after');
sub both { $ENV{BOTH} = 'both'; look($_[0]) }
push @seen, both($ENV{BOTH});
$| = 1;
print "Content-type: text/plain\n\n", join("\n", @seen), "\n";
system 'echo $NOT_THERE $OTHER $BY_LOOP $LATER $AFTER $BOTH';
print join(' ', sort grep { /NOT_|OTHER|BY_|LATER|AFTER|BOTH/ } keys %ENV), "\n";
