# PerlOptions +Parent: a virtual host with an interpreter of its own,
# in which @INC, switches, loaded code, variables, handlers and END blocks are
# its own. Each request meets the one of its host, under either MPM.

use Mehari::Test;
use Config;

if (!$Config{usemultiplicity}) {
    my $h = server(
        start  => 0,
        config => "<VirtualHost *>\nPerlOptions +Parent\n"
            . "PerlModule strict\n</VirtualHost>",
    );
    my ($good, $said) = $h->configtest;
    ok !$good, 'a perl with one interpreter in a process: not started';
    like $said . $h->error_log, qr/-Dusemultiplicity.*\[MH1010\]/,
        'the message names -Dusemultiplicity';
    done_testing;
    exit;
}

my $fixture = fixture('parent');
my $common  = <<"CONF";
    PerlModule Camel Site
    PerlChildInitHandler Site::child_init
    PerlChildExitHandler Site::child_exit
    <Location />
        SetHandler modperl
        PerlFixupHandler Site::inherited
        PerlResponseHandler Site
    </Location>
    @{[ map { qq(<Location /$_>\nPerlResponseHandler Site::$_\n</Location>\n) }
        qw(facts count fail inner redirect pushed) ]}
    @{[ map { "<Location /$_>\nSetHandler perl-script\n"
                . "PerlResponseHandler Site::$_\n</Location>\n" }
        qw(script changed) ]}
CONF

sub host ($name, $words, $more = '') {
    return <<~"CONF";
        <VirtualHost *>
            ServerName $name.example
            $words
            $more
        </VirtualHost>
        CONF
}

my $config = <<"CONF"
PerlSwitches "-I$fixture/base" "-I$fixture/shared"
PerlSetEnv FROM_CONFIG base
PerlRequire \${ROOT}/conf/required.pl
PerlPostReadRequestHandler Site::everywhere
$common
<Perl>
    # Inherited by all hosts, as code of the server's interpreter.
    Apache2::ServerUtil->server->push_handlers(\$_ => sub { \$My::pushed++; 0 })
        for qw(PerlPostConfigHandler PerlChildInitHandler);
</Perl>
CONF
    . host('base', '') . host('one', <<"ONE", <<"SECTION")
    PerlOptions +Parent
    PerlSwitches -w "-I$fixture/one" "-I$fixture/shared"
    PerlSetEnv FROM_CONFIG one
    $common
ONE
    <Perl>
        package My;
        our \$said = "\$Camel::of section";
        push \@Alias, [ '/alias', '/nowhere' ];
    </Perl>
SECTION
    . host('two', <<"TWO")
    PerlOptions +Parent
    PerlSwitches -T "-I$fixture/two" "-I$fixture/shared"
    PerlSetEnv FROM_CONFIG two
    $common
TWO
    . host('clone', 'PerlOptions +Clone')
    . host(
    'inherits',
    'PerlOptions +Parent +InheritSwitches',
    "PerlModule Camel Site\nPerlModule Site"
    );

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub { check($mpm) };
}

sub ask ($h, $host, $path, %option) {
    return get($h, $path, headers => [ Host => "$host.example" ], %option);
}

sub notes ($h) {
    my $file = $h->root . '/logs/notes';
    return -e $file ? read_file($file) : '';
}

# Lines come when the client has its answer.
sub note_like ($h, $pattern, $name) {
    for (1 .. 600) {
        last if notes($h) =~ $pattern;
        select undef, undef, undef, 0.05;
    }
    return like notes($h), $pattern, $name;
}

sub check ($mpm) {
    my $h = server(
        mpm     => $mpm,
        workers => 1,
        modules => ['alias'],
        config  => $config,
        start   => 0,
    );
    write_file($h->root . '/conf/required.pl',
        '$My::required = $Camel::of // "before"; 1');
    write_file($h->root . '/logs/notes', '', 0666);
    $h->start;
    facts($h);
    responses($h);
    state_is_apart($h);
    failures($h);
    ending($h);
    restarts($h);
    unlike $h->error_log, qr/not freed|Attempt to free|panic/,
        'the log has no complaint of perl';
    $h->stop;
    return;
}

sub facts ($h) {
    my %want = (
        base => 'inc=base warn=0 taint=0 loaded=base of=base said=undef'
            . ' env=base required=before child=main/base',
        one => 'inc=one warn=1 taint=0 loaded=one of=one said=one section'
            . ' env=one required=undef child=one.example/one',
        two => 'inc=two warn=0 taint=1 loaded=two of=two said=undef'
            . ' env=two required=undef child=two.example/two',
        clone => 'inc=base warn=0 taint=0 loaded=base of=base said=undef'
            . ' env=base required=before child=main/base',
        inherits => 'inc=base warn=0 taint=0 loaded=base of=base said=undef'
            . ' env=base required=undef child=undef',
    );
    for my $round (1 .. 2) {
        for my $host (sort keys %want) {
            is ask($h, $host, '/facts')->body, $want{$host},
                "$host has its own module in round $round";
        }
    }
    return;
}

sub responses ($h) {
    for my $of (qw(base one two one base)) {
        my $plain = "Camel of $of for $of.example\n";
        my $said  = ask($h, $of, '/plain');
        is $said->body,              $plain, "$of answers with its own page";
        is $said->header('X-Fixup'), $of,    "$of: its fixup handler runs";
        is $said->header('X-All'), $of,
            "$of: a handler that it inherits runs";
        is ask($h, $of, '/inner')->body,
            "before of $of; ${plain}after of $of",
            "a subrequest runs in the interpreter of $of";
        is ask($h, $of, '/redirect')->body, $plain,
            "an internal redirect stays in the interpreter of $of";
        is ask($h, $of, '/pushed')->body,
            "Camel (filtered in $of) of $of for $of.example\n",
            "a filter runs in the interpreter of $of";
        is ask($h, $of, '/script?a=b')->body,
            "$of printed, $of.example a=b",
            "STDOUT and %ENV are those of $of";
        is ask($h, $of, '/changed')->body, 'unchanged', '%ENV is put back';
        note_like($h, qr/logged in $of\n/, 'a log handler that was pushed');
        note_like(
            $h,
            qr/cleaned in $of\n/,
            'a cleanup handler that was pushed'
        );
    }
    return;
}

# Notes of one connection are the interpreter's.
sub state_is_apart ($h) {
    my $client = client($h);
    my %times;
    for my $host (qw(base one clone base two clone one inherits one)) {
        my $of    = $host =~ /clone|inherits/ ? 'base' : $host;
        my $times = ++$times{ $host eq 'inherits' ? $host : $of };
        my $said  = $client->request('/count',
            headers => [ Host => "$host.example" ])->body;
        like $said, qr/^$of \d+ $times$/, "notes of the connection in $host";
    }
    for my $of (qw(base one two)) {
        note_like($h, qr/destroyed in $of\n/, "an object of $of goes there");
        note_like($h, qr/pool of $of\n/,      "a pool's cleanup of $of");
    }
    return;
}

sub failures ($h) {
    my $pid = join ' ', sort { $a <=> $b } $h->children;
    for my $how (qw(die last require exit modperl)) {
        for my $of (qw(one two base)) {
            my $mark   = $h->error_log_mark;
            my $status = ask($h, $of, "/fail?$how")->status;
            is $status, $how =~ /exit|modperl/ ? 200 : 500,
                "$how in $of has its status";
            log_like($h, $mark, qr/a camel of $of/) if $how eq 'die';
            is ask($h, $of, '/plain')->body,
                "Camel of $of for $of.example\n",
                "the next request to $of is answered";
        }
    }
    is join(' ', sort { $a <=> $b } $h->children), $pid, 'the child lives on';
    return;
}

sub ending ($h) {
    write_file($h->root . '/logs/notes', '', 0666);
    $h->graceful;
    for my $of (qw(base one two)) {
        note_like($h, qr/exit of $of\b/, "a graceful restart: exit of $of");
        note_like($h, qr/END of $of\b/,  "a graceful restart: END of $of");
    }
    return;
}

sub restarts ($h) {
    for my $how (qw(restart graceful restart)) {
        $h->$how;
        for my $of (qw(two one base)) {
            is ask($h, $of, '/plain')->body,
                "Camel of $of for $of.example\n", "$of after a $how";
        }
    }
    return;
}

done_testing;
