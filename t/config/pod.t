# POD and __END__ in configuration files.

use Mehari::Test;

my $lib = fixture('config');

sub with ($config) {
    my $h = server(
        start    => 0,
        handlers => { '/' => 'Config::Show' },
        config   => <<~"CONF",
            PerlSwitches "-I$lib"
            $config
            CONF
    );
    return $h;
}

# A ~ stands for the = that perldoc would take for this file's own.
my $h = with(<<'CONF' =~ s/^~/=/gmr);
PerlSetVar before 1
~pod

PerlSetVar hidden 1
Nonsense that is no directive.

~over apache

PerlSetVar over 1

~back

More nonsense

~over 4

PerlSetVar plain_over 1

~over httpd

PerlSetVar again 1

~back

~cut

PerlSetVar after 1
Include "${ROOT}/more.conf"
PerlSetVar last 1
__END__
This is no configuration.
</Location>
CONF
write_file($h->root . '/more.conf',
    "PerlSetVar more 1\n__END__\nPerlSetVar end 1\n");
$h->start;

my %expected = (
    before => 1,
    over   => 1,
    again  => 1,
    after  => 1,
    more   => 1,
    last   => 1,
    map { $_ => '' } qw(hidden plain_over end),
);
for my $name (sort keys %expected) {
    is get($h, "/?var:$name")->body, "var:$name=$expected{$name}\n",
        "$name is " . ($expected{$name} ? 'obeyed' : 'not obeyed');
}

my ($good, $said) = with('=cut')->configtest;
ok !$good, '=cut alone is refused';
like $said, qr/line \d+ of .*:\s+=cut without =pod/,
    'a single =cut is refused in words';

done_testing;
