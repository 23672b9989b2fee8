print "Content-Type: text/plain\n\n";
# A module that is not there is asked for first: what is loaded after it stays.
use strict;
use warnings;

my $found = eval { require No::Such::Module; 1 } ? 'found' : 'missing';
print "$found\n";
print eval('require No::Other::Module; 1') ? 'found' : 'missing', "\n";
require Tie::RefHash;
my $list = 'Tie::RefHash::Nestable::ISA';
{
    no strict 'refs';
    print "@$list\n";
}
tie my %hash, 'Tie::RefHash::Nestable';
my $key = [1];
$hash{$key} = { $key => 2 };
print ref((keys %hash)[0]), ' ', ref tied(%{ $hash{$key} }), "\n";
for my $module (qw(No/Third.pm Tie/Memoize.pm)) {
    print "$module: ", eval { require $module } ? 'found' : 'missing', "\n";
}
print Tie::Memoize->can('FETCH') ? 'can' : 'cannot', "\n";
