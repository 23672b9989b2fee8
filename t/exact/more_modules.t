# Each module of more_modules.list is loaded ahead behind the usual ones, and no
# script can tell: behind a look perl reads nothing of it, and what a script
# finds of it is the same as with perl's own load. Two things may differ: whether
# perl has noted the method that it found by a name, and whether there is an
# empty package because a module mentions one.

use Mehari::Test;
use Config;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

# Each script has the trials of a base of its own.
my $TOGETHER = 25;

sub is_installed ($module) {
    my $file = $module =~ s{::}{/}gr . '.pm';
    return grep { -f "$_/$file" }
        grep { !m{\A(?:/usr/local|/etc)/} && !/[.]/ } @INC;
}

my $both = write_file(probe_directory() . '/both.list',
    read_file(modules_list()) . read_file(more_modules_list()));
my @rows = grep { /\A\w/ } split /\n/, read_file(more_modules_list());
my @here = grep { is_installed($_) } @rows;

cmp_ok scalar @here, '>', 20, 'there are modules to load: ' . @here;
is_deeply [ grep { read_file(modules_list()) =~ /^\Q$_\E$/m } @rows ], [],
    'no module is in both lists';

# Names of the modules, and the files in %INC, as a script finds them.
my $FINDS = <<~'PERL';
    no strict "refs";
    sub finds {
        my ($class, $name) = @_;
        return 0 if $name =~ /::\z/;
        return 1 if $name !~ /\A(?:(?:un)?import|can)\z/;
        return defined &{"$class\::$name"};
    }
    for my $class (@class) {
        my @names = grep { finds($class, $_) } sort keys %{"$class\::"};
        print "$class @names\n";
    }
    print join(" ", sort keys %INC), "\n";
    PERL

# A perl of another version than Debian 12's may refuse some.
my $must = $] >= 5.036 && $] < 5.037;

while (my @some = splice @here, 0, $TOGETHER) {
    my $requires = join '', map { "require $_; " } @some;
    my $seen     = same(
        "our \$now = time; our \@class = qw(@some); $requires $FINDS",
        listed => $both,
        site   => 1,
        name   => "@some",
    );
    my %refused = map { s/:.*//r => $_ } $seen->{refused}->@*;
    for my $module (@some) {
        my $key = $module =~ s{::}{/}gr . '.pm';
        is $refused{$key}, undef, "$module is not refused" if $must;
        is $seen->{loaded}{$key}, undef, "perl does not read $key"
            if !$refused{$key};
    }
}

done_testing;
