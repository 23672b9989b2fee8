# The kernel has no more file watches (inotify) for a pool's user, from the
# start or while requests are served. Each request still gets its answer from
# the newest files, a line says what ran out, and afterwards files are watched
# as before.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server pool_processes script wait_until);
use Mehari::Test::Namespace;

plan skip_all => 'only root can make a user namespace'
    if !Mehari::Test::Namespace::enter('user');
my $SYSTEM = '/proc/sys/user';
my %usual  = map { $_ => -e "$SYSTEM/$_" ? read_file("$SYSTEM/$_") : '' }
    ('max_inotify_watches', 'max_inotify_instances');
plan skip_all => 'a user namespace has no limits here that can be set'
    if !eval { limit($_ => $usual{$_}) for keys %usual; 1 };

sub limit ($name, $number) {
    write_file("$SYSTEM/$name", $number);
    return;
}

sub page ($h, $version) {
    my $root = $h->document_root;
    return <<~"PERL";
        #!/usr/bin/perl
        use lib "$root/lib";
        use Loaded;
        use Ahead;
        print "Content-Type: text/plain\\n\\n",
            "\$Loaded::VERSION \$Ahead::VERSION $version\\n";
        PERL
}

my %now;

sub module ($h, $name, $version) {
    $now{$name} = $version;
    write_file($h->document_root . "/lib/$name.pm",
        "package $name; our \$VERSION = $version; 1;\n");
    return;
}

# Changes the file by writing, or by another file that takes its name.
sub change ($h, $round) {
    my $file = $h->document_root . '/page.pl';
    $now{page} = $round;
    if ($round % 2) {
        write_file($file, page($h, $round), 0755);
    }
    else {
        write_file("$file.new", page($h, $round), 0755);
        rename "$file.new", $file or die "rename: $!";
    }
    module($h, Loaded => $round) if $round % 3 == 0;
    module($h, Ahead  => $round) if $round % 5 == 0;
    return;
}

sub answers_are_new ($h, $name, $first) {
    my @wrong;
    for my $round ($first .. $first + 39) {
        change($h, $round);
        for (1 .. 2) {
            my $body = get($h, '/page.pl')->body // '';
            push @wrong, "$round: $body"
                if $body ne "@now{qw(Loaded Ahead page)}\n";
        }
    }
    is_deeply \@wrong, [], "$name: each answer is of the newest files";
    return;
}

# The manager's watches.
sub watches ($h) {
    my $manager = pool_processes($h)->{default};
    my @info    = map {
        eval { read_file($_) }
            // ()
    } glob "/proc/$manager/fdinfo/*";
    return scalar map { /^inotify wd/mg } @info;
}

sub start () {
    my $h = gateway_server(
        workers => 4,
        config  => <<~'CONF',
            PerlPool default preload=Ahead \
                env=PERL5LIB=${DOCUMENT_ROOT}/lib
            CONF
        start => 0,
    );
    mkdir $h->document_root . '/lib';
    module($h, $_ => 1000) for qw(Loaded Ahead);
    write_file($h->document_root . '/page.pl', page($h, 1000), 0755);
    $now{page} = 1000;
    return $h->start;
}

for my $case (
    [ max_inotify_watches   => 0, 'MH3091' ],
    [ max_inotify_watches   => 4, 'MH3091' ],
    [ max_inotify_instances => 0, 'MH3092' ]
    )
{
    my ($name, $number, $code) = @$case;
    subtest "$name=$number at the start" => sub {
        limit($name => $number);
        my $h    = start();
        my $mark = 0;
        answers_are_new($h, 'without', 1100);
        log_like($h, $mark, qr/fs\.inotify\.max_user_.*\[$code\]/);
        my @said = $h->error_log =~ /\[$code\]/g;
        is scalar(@said), 1, 'one line says so';
        cmp_ok watches($h), '<=', $number, 'the limit holds';
        limit($name => $usual{$name});
        ok wait_until(sub { get($h, '/page.pl'); watches($h) > 6 }, 30),
            'files are watched when there are watches again';
        answers_are_new($h, 'with watches again', 1200);
        $h->stop;
    };
}

subtest 'while requests are served' => sub {
    my $h = start();
    answers_are_new($h, 'before', 1300);
    my $usual = watches($h);
    cmp_ok $usual, '>', 6, 'files are watched';
    my $mark = $h->error_log_mark;
    limit(max_inotify_watches => 1);
    answers_are_new($h, 'without', 1400);
    log_like($h, $mark, qr/\[MH3091\]/);
    limit(max_inotify_watches => $usual{max_inotify_watches});
    ok wait_until(sub { get($h, '/page.pl'); watches($h) >= $usual }, 30),
        'as many files are watched as before';
    answers_are_new($h, 'afterwards', 1500);
    $h->stop;
};

done_testing;
