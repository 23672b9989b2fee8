# ModPerl::Util::unload_package, which needs no server.

use Mehari::Test;
use ModPerl::Util ();

package Witness {
    our $gone = 0;
    sub new     { return bless {}, shift }
    sub DESTROY { $gone++; return }
}

my $source = <<'PERL';
package Loaded;
use POSIX ();
our ($scalar, @array, %hash) = (Witness->new, 1);
%hash = (a => 1);
*floor = \&POSIX::floor;
*shared = \@Elsewhere::shared;
open HANDLE, '<', $0 or die;
sub recursive { return $_[0] ? recursive($_[0] - 1) : Witness->new }
use constant CONST => 5;
our $object = bless [], 'Loaded';
sub DESTROY { helper() }
sub helper  { $main::helped++; return }
our $closure = sub { return $scalar };
package Loaded::Inner;
sub inner { return 'inner' }
$INC{'Loaded.pm'} = 1;
PERL

our $helped = 0;
@Elsewhere::shared = (1, 2);

sub load {
    no strict;
    no warnings;
    eval $source;
    die $@ if $@;
    return;
}

sub open_files { return scalar(my @fd = glob "/proc/$$/fd/*") }

for my $round (1 .. 3) {
    my $files = open_files();
    load();
    no strict 'refs';
    ok &{'Loaded::recursive'}(2), "round $round loads the package";
    ModPerl::Util::unload_package('Loaded');

    ok !defined ${'Loaded::scalar'}, 'an unloaded package has no scalar';
    is scalar @{'Loaded::array'}, 0, 'an unloaded package has no array';
    is scalar %{'Loaded::hash'},  0, 'an unloaded package has no hash';
    ok !defined &{'Loaded::recursive'}, 'an unloaded package has no sub';
    ok !defined &{'Loaded::CONST'},     'an unloaded package has no constant';
    is open_files(), $files, 'an unloaded package has no open file';
    is $Witness::gone, 2 * $round,
        'objects of an unloaded package are destroyed';
    is $helped, $round,
        'objects are destroyed with the help of the subs they need';
    ok !exists $INC{'Loaded.pm'}, 'an unloaded package is not in %INC';
    is_deeply \@Elsewhere::shared, [ 1, 2 ], "another package's array stays";
    is POSIX::floor(2.5), 2, "another package's sub is not unloaded";
    is &{'Loaded::Inner::inner'}(), 'inner',
        'packages below are not unloaded';
}

subtest 'code bound to the package finds what is loaded next' => sub {
    my $caller = eval 'sub { return Loaded::helper() }';
    load();
    my $calls = $helped;
    $caller->();
    is $helped, $calls + 1, 'the bound code calls the new sub';
};

sub resident () {
    open my $in, '<', '/proc/self/statm' or return 0;
    return (split ' ', <$in>)[1];
}

SKIP: {
    skip 'no /proc', 1 if !resident();
    my @pages;
    for my $times (500, 3000) {
        for (1 .. $times) { load(); ModPerl::Util::unload_package('Loaded') }
        push @pages, resident();
    }
    cmp_ok $pages[1] - $pages[0], '<', 100,
        'memory stays flat when a package is loaded again and again';
}

done_testing;
