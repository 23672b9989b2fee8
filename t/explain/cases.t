# Every script of the CGI suite: one that fresh processes cannot repeat is not
# called fresh. Those are known from running them (t/fresh/cgi.t).

use v5.36;
use Test::More;
use Mehari::Test;
use Mehari::Test::Explain;

my $file = source_root() . '/t/fixtures/fresh-differs.txt';
plan skip_all => 'nobody has run them yet' if !-e $file;

# What is about the configuration and not the script: the handler sees to it.
my $CONFIGURED = qr/a limit\z|is for perl itself/;

# The end of a process is nothing to one that a pool has forked: t/cgi/fresh.t
# runs them there.
my $ENDS = qr/\Aends its process: (?:exec|POSIX::_exit|a signal)\z/;

my %tiers;
my %differs;
for my $line (grep { !/^#/ } split /\n/, read_file($file)) {
    my ($script, $why) = split /\t/, $line, 2;
    $differs{$script} = $why if $why !~ /$CONFIGURED|$ENDS/;
}
cmp_ok scalar keys %differs, '>', 35, 'there are scripts that differ';

for my $script (case_scripts()) {
    my $name  = substr $script, 1 + length source_root();
    my $found = examine_case($script);
    $tiers{ $found->{tier} }++;
    like $found->{tier}, qr/\A(?:registry|fresh|exact)\z/, "$name has a tier";
    ok !exists $found->{codes}{MH4008}, "$name can be looked at"
        or diag join "\n", @{ $found->{lines} };
    is $found->{tier}, 'exact', "$name: $differs{$name}" if $differs{$name};
}
cmp_ok $tiers{registry}, '>', 100, 'many are for registry';
cmp_ok $tiers{fresh},    '>', 300, 'and more for fresh';
note join ', ', map { "$tiers{$_} $_" } sort keys %tiers;
done_testing;
