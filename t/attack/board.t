# A handler that writes into the figures that its pool's processes share: random
# bytes, the largest numbers, texts that are markup. The status page comes in each
# format, and is well-formed; other pools' figures, the manager and its scripts
# stay as they were.

use Mehari::Test;
use JSON::PP ();
use Mehari::Test::Gateway;

my $ROUNDS = 4;                                # of each kind
my $MARKUP = qq(<script>"'&\n\\# EOF\r\x00);

my $h = gateway_server(config => <<~'CONF');
        PerlPool bad workers=2
        PerlPool good
        <Location /bad>
            PerlUsePool bad
        </Location>
        <Location /bad/worker>
            SetHandler modperl
            PerlResponseHandler "sub { $_[0]->print('a page'); 0 }"
            PerlUsePool bad
        </Location>
        <Location /bad/write>
            SetHandler modperl
            PerlResponseHandler "sub { require '${DOCUMENT_ROOT}/write.pl'; \
                $_[0]->print(write_board($_[0]->args)); 0 }"
            PerlUsePool bad
        </Location>
        <Location /status>
            SetHandler mehari-status
        </Location>
        CONF
mkdir $h->document_root . '/bad';
script($h, 'page.pl', "print qq(Content-Type: text/plain\\n\\na page);\n");
script($h, 'bad/page.pl',
    "print qq(Content-Type: text/plain\\n\\na page);\n");
script($h, 'write.pl', <<~'PERL');
    sub write_board {
    my ($kind, $number) = split /,/, $_[0];
    my $markup = pack 'H*', 'MARKUP';
    srand $number;
    open my $maps, '<', '/proc/self/maps' or die $!;
    my @shared = grep { /^\S+ rw.s/ } <$maps>;
    open my $memory, '+<', '/proc/self/mem' or die $!;
    my $written = 0;
    for (@shared) {
        my ($begin, $end) = map { hex } /^(\w+)-(\w+)/;
        for (my $at = $begin; $at < $end; $at += 65_536) {
            my $bytes
                = $kind eq 'random' ? join '', map { pack 'L', rand 2**32 } 1 .. 16_384
                : $kind eq 'ones'   ? "\xff" x 65_536
                : $kind eq 'zeros'  ? "\0" x 65_536
                : substr $markup x 65_536, $number, 65_536;
            # Some bytes stay, so that entries are still found.
            next if $kind ne 'zeros' && rand() < 0.3;
            my $size = $end - $at < 65_536 ? $end - $at : 65_536;
            sysseek $memory, $at, 0;
            $written += syswrite $memory, $bytes, $size;
        }
    }
    return $written;
    }
    1;
    PERL
my $file = $h->document_root . '/write.pl';
write_file($file, read_file($file) =~ s/MARKUP/unpack 'H*', $MARKUP/er, 0755);

my %check = (
    ''                    => \&is_html,
    '?format=json'        => \&is_json,
    '?format=openmetrics' => \&is_openmetrics,
);

# Elements of the page itself, not of the text that the attacker wrote.
sub is_html ($body) {
    return 'no end'               if $body !~ m{</html>\s*\z};
    return 'markup of the script' if $body =~ /<script>"/;
    return;
}

sub is_json ($body) {
    my $data = eval { JSON::PP->new->utf8->decode($body) };
    return $@ if !$data;
    my ($good) = grep { $_->{name} eq 'default' } $data->{pools}->@*;
    return $good ? () : 'the other pool is missing';
}

sub is_openmetrics ($body) {
    return 'no end' if $body !~ /^# EOF\n\z/m;
    my @wrong = grep {
        !/\A(?:\#\ (?:TYPE|HELP|UNIT)\ .*
             |\w+(?:\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*\})?\ [-+.\deInfNa]+
              (?:\ [\d.]+)?
             |\#\ EOF)\z/x
    } split /\n/, $body;
    return @wrong ? "a line: $wrong[0]" : ();
}

sub looks_well ($name) {
    for my $query (sort keys %check) {
        my $response = get($h, "/status$query");
        my $fault    = $check{$query}->($response->body) // '';
        ok $response->status == 200 && $response->complete && $fault eq '',
            "/status$query is whole with the hostile slot $name"
            or diag $response->status, ' ', $fault;
    }
    return;
}

get($h, $_, repeat => 2) for '/page.pl', '/bad/page.pl', '/bad/worker';
looks_well('before');
my $manager = pool_processes($h)->{bad};

for my $kind (qw(random ones markup zeros random)) {
    for my $round (1 .. $ROUNDS) {
        cmp_ok get($h, "/bad/write?$kind,$round")->body, '>', 65_536,
            "$kind $round: it was written";
        looks_well("$kind $round");
        is get($h, $_)->body, 'a page', "$kind $round: $_"
            for '/page.pl', '/bad/page.pl', '/bad/worker';
    }
}
is pool_processes($h)->{bad}, $manager, 'the manager is the same';

done_testing;
