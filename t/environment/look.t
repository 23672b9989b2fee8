# %ENV is complete whatever the first look at it is, and the next request finds
# nothing that this one has done to it.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server('environment');

my %EXPECTED = (
    exists     => 'yes',
    keys       => 'yes',
    alias_keys => 'yes',
    values     => '1',
    delete_two => '%s,GET',
    slice      => '%s,GET',
    pairs      => 'QUERY_STRING,%s',
    scalar     => 'many',
    count      => 'many',
    boolean    => 'true',
    tied       => 'not',
    first      => 'QUERY_STRING',
    local_all  => 'A,1 %s',
    emptied    => '',
    assigned   => 'A,B',
    undefined  => '0',
    replaced   => '1',
    loop       => 'x',
    pos        => '1',
    broken_off => 'begun',
    wide       => sub ($query) { 1 + length $query },
    taken      => sub ($query) { 'reference=' . substr $query, -1 },
);

my %client = map { $_ => client($h) } qw(A B);
my @looks  = split /\n/, get($h, '/script/looks')->body;
cmp_ok @looks, '>', 40, 'the ways to look at %ENV';

sub ask ($name, $path) {
    my $response = $client{$name}->request($path,
        headers => { "X-$name" => "of $name", Cookie => "name=$name" });
    $client{$name}->close;
    return $response->body;
}

# Every variable of a whole request is what it would be in a new child.
sub is_clean ($name, $title) {
    my $body  = ask($name, '/script/whole?q');
    my $other = $name eq 'A' ? 'B' : 'A';
    state %first;
    $first{$name} //= $body;
    is $body, $first{$name}, $title;
    unlike $body, qr/of $other|name=$other/,
        'no variable of the other client is left';
}

is_clean($_, "the first of $_") for qw(A B);
for my $look (@looks) {
    for my $round (1, 2) {
        for my $name (qw(A B)) {
            my $query    = "$look=$name";
            my $expected = $EXPECTED{$look} // '%s';
            $expected
                = ref $expected
                ? $expected->($query)
                : $expected =~ s/%s/$query/r;
            $expected = "reference=B" if $look eq 'taken';
            is ask($name, "/script/look?$query"), "$expected\n",
                "$look, $round of $name";
        }
    }
    is_clean($_, "$_ after $look") for qw(B A);
}

done_testing;
