# The manager compares what a script costs in a process made ahead with what it costs when it
# is executed. A script whose compilation reads a file that each request changes has a new
# zygote for each request; and the run writes to all of the memory that its BEGIN block has
# filled. It is executed then, the status page says so, and its answers are right throughout.

use Mehari::Test;
use JSON::PP              qw(decode_json);
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(gateway_server script);

my $h = gateway_server(
    perl_pool => 'restore=auto',
    workers   => 2,
    config    => <<~'CONF',
    LogLevel perl:debug
    <Location "/status">
        SetHandler mehari-status
    </Location>
    CONF
);
my $root = $h->document_root;
chmod 0777, $root;
write_file("$root/count", '0', 0666);

my $text = <<'PERL';
#!/usr/bin/perl
my ($x, $n);
BEGIN {
    open my $in, '<', 'count' or die "count: $!";
    $n = <$in>;
    $x = 'a' x 40_000_000;
}
print "Content-Type: text/plain\n\n";
print "$n ", getppid, "\n";
substr($x, 4096 * $_, 1) = 'b' for 0 .. 9_700;
open my $out, '>', 'count' or die "count: $!";
print {$out} $n + 1;
close $out;
PERL

sub pool () {
    my ($pool)
        = grep { $_->{name} eq 'default' }
        decode_json(get($h, '/status?format=json')->body)->{pools}->@*;
    return $pool;
}

sub row ($name) {
    my ($row)
        = grep { $_->{script} =~ m{/\Q$name\E\z} } pool()->{scripts}->@*;
    return $row;
}

my ($manager) = map { $_->{pid} }
    grep { $_->{kind} eq 'manager' } pool()->{processes}->@*;
my $count = 0;

# Sends requests until the script's row meets the condition; returns the
# answers, by parent.
sub ask ($name, $condition, $most = 60) {
    my %parents;
    for (1 .. $most) {
        my ($n, $parent) = get($h, "/$name")->body =~ /\A(\d+) (\d+)\n\z/;
        is $n, $count++, "the answer to request $count";
        $parents{ $parent == $manager ? 'manager' : 'zygote' }++;
        last if $condition->(row($name));
        sleep 0.05;
    }
    return \%parents;
}

sub is_executed ($row) { return $row->{mode} eq 'exec' }

script($h, 'counts.pl', $text);
my $mark    = $h->error_log_mark;
my $parents = ask('counts.pl', \&is_executed);
cmp_ok $parents->{zygote} // 0, '>', 8,
    'first, requests have processes that were made ahead';
is $parents->{manager}, 3, 'some are executed, to compare';
my $row = row('counts.pl');
is $row->{mode}, 'exec', 'the mode';
like $row->{why},
    qr/takes [\d.]+ ms of processor time so, and [\d.]+ ms in a process/,
    'the status page says why';

$parents = ask('counts.pl', sub ($row) { 0 }, 3);
is_deeply $parents, { manager => 3 }, 'all later ones are executed';
cmp_ok row('counts.pl')->{cpu}, '>', 0, 'what one costs';
log_like($h, $mark,
    qr/counts.pl is executed for each request: a request takes .*\[MH3095\]/);

subtest 'another script in its place' => sub {
    script($h, 'counts.pl', $text =~ s/^BEGIN \{/{/mr);
    my $parents = ask('counts.pl', sub ($row) { 0 }, 3);
    is_deeply $parents, { zygote => 3 }, 'it has a zygote';
    is row('counts.pl')->{why}, undef, 'nothing is said of it';
};

subtest 'a script that shares all it can' => sub {
    script($h, 'hello.pl',
        qq(print "Content-Type: text/plain\\n\\nhello\\n";));
    is get($h, '/hello.pl')->body, "hello\n",  'the answer' for 1 .. 30;
    is row('hello.pl')->{mode},    'perl-cgi', 'the mode';
    log_unlike(
        $h, $mark,
        qr/hello.pl: some requests were executed/,
        'none was executed'
    );
};

# Putting its memory back takes some ms, but each perl would count first.
subtest 'a script whose zygote saves much' => sub {
    script($h, 'saves.pl', <<~'PERL');
        my ($x, $n);
        BEGIN {
            $x = 'a' x 40_000_000;
            $n++ for 1 .. 5_000_000;
        }
        print "Content-Type: text/plain\n\n";
        print "$n $ENV{QUERY_STRING}\n";
        substr($x, 4096 * $_, 1) = 'b' for 0 .. 9_700;
        PERL
    is get($h, "/saves.pl?$_")->body, "5000000 $_\n", "the answer to $_"
        for 1 .. 20;
    cmp_ok row('saves.pl')->{cpu}, '>', 0.004, 'what a request costs';
    log_unlike(
        $h, $mark,
        qr/saves.pl: some requests were executed/,
        'none was executed'
    );
    is get($h, "/saves.pl?$_")->body, "5000000 $_\n", "the answer to $_"
        for 21 .. 60;
    log_like($h, $mark,
        qr/saves.pl: some requests were executed: .* takes [\d.]+ ms/);
    is row('saves.pl')->{mode}, 'perl-cgi', 'its zygote is worth it';
};

done_testing;
