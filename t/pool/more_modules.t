# A script whose runs compile modules of the longer list gets a base that has
# loaded these; other scripts do not, and answers stay the same.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use JSON::PP              qw(decode_json);
use Mehari::Test::Gateway qw(gateway_server script wait_until);

my $h = gateway_server(config => <<~'CONF');
    <Location /status>
        SetHandler mehari-status
    </Location>
    CONF
my $load = <<~'PERL';
    my $query = $ENV{QUERY_STRING};
    require Getopt::Long;
    require JSON::PP;
    print "Content-Type: text/plain\n\n", JSON::PP->new->encode([$query]),
        " ", scalar(keys %INC), " ", defined &GetOptions ? 1 : 0;
    PERL
script($h, 'late.pl',  $load);
script($h, 'other.pl', $load);
script($h, 'early.pl', "use Getopt::Long; use JSON::PP;\n$load");
script($h, 'few.pl',   <<~'PERL');
    my $query = $ENV{QUERY_STRING};
    require Text::Wrap;
    print "Content-Type: text/plain\n\n$query";
    PERL

# Bytes that each request to the script compiles; undef before that is known.
sub compiles ($name) {
    my $pools = decode_json(get($h, '/status?format=json')->body)->{pools};
    my ($row) = grep { $_->{script} =~ m{/\Q$name\E\z} }
        map { $_->{scripts}->@* } @$pools;
    return $row ? $row->{compiles} : undef;
}

# Sends requests until they compile nothing, and returns the wrong answers.
sub until_nothing_compiles ($name, $expected) {
    my @wrong;
    my $done = wait_until(
        sub {
            for (1 .. 20) {
                my $body = get($h, "/$name?a")->body;
                push @wrong, $body if $body ne $expected;
            }
            my $bytes = compiles($name);
            return defined $bytes && !$bytes;
        },
        120
    );
    ok $done, "in the end, requests to $name compile nothing";
    return \@wrong;
}

my $mark  = $h->error_log_mark;
my $first = get($h, '/late.pl?a')->body;
like $first, qr/\A\["a"\] \d+ 0\z/, 'the first request compiles the modules';
is_deeply until_nothing_compiles('late.pl', $first), [],
    'all answers are the same';
unlike $h->error_log_since($mark), qr/gains less than it could/,
    'no advice for what mehari itself is about to do';
is get($h, '/late.pl?b')->body, $first =~ s/"a"/"b"/r,
    'a script on the other base sees its own request';

get($h, "/$_?$_") for (qw(early.pl few.pl)) x 3;
is compiles('early.pl'), 0, 'a zygote that loads them needs no other base';

# The base is there now: a script need not compile 8 MB by itself.
my $asked = 0;
wait_until(
    sub {
        get($h, '/other.pl?a');
        $asked++;
        sleep 0.5;
        my $bytes = compiles('other.pl');
        return $asked > 4 && defined $bytes && !$bytes;
    },
    60
);
cmp_ok $asked, '<', 80, 'another script gets the same base soon';
is_deeply until_nothing_compiles('other.pl', $first), [],
    'its answers are the same';

done_testing;
