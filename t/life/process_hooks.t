# Handlers that are for a process and for no request run once in it, however
# many virtual hosts there are: the server's handlers run with the server, and
# handlers that only hosts name run with one of the hosts. mod_perl runs only
# the server's.

use Mehari::Test;

my @HOOKS = qw(OpenLogs PostConfig ChildInit ChildExit);

my $STARTUP = <<'PERL';
package My::Hooks;
use strict;
use warnings;
use Apache2::ServerRec ();
use Apache2::ServerUtil ();
use ModPerl::Util ();

our $file = Apache2::ServerUtil::server_root() . '/logs/hooks';

sub note {
    my ($name, $s) = @_;
    my $hook = ModPerl::Util::current_callback();
    open my $out, '>>', $file or die "cannot open $file: $!";
    syswrite $out, "$$ $hook $name " . $s->server_hostname . "\n";
    close $out;
    return 0;
}

sub configured { note('configured', $_[-1]) }
sub pushed     { note('pushed',     $_[-1]) }
sub set        { note('set',        $_[-1]) }
sub own        { note('own',        $_[-1]) }
sub shared     { note('shared',     $_[-1]) }

1;
PERL

my $PUSH = <<'PERL';
<Perl>
    my $s = Apache2::ServerUtil->server;
    $s->push_handlers("Perl${_}Handler" => \&My::Hooks::pushed)
        for qw(OpenLogs PostConfig ChildInit ChildExit);
</Perl>
PERL

sub directives ($name) {
    return join '', map { "Perl${_}Handler My::Hooks::$name\n" } @HOOKS;
}

my $port = 1;

sub host ($name, @lines) {
    $port++;
    return join "\n", "<VirtualHost *:$port>", "ServerName $name", @lines,
        '</VirtualHost>', '';
}

# The handlers that ran in the parent and in a child under that configuration.
sub hooks ($mpm, $config) {
    my $h = server(
        mpm     => $mpm,
        workers => 1,
        start   => 0,
        config  => "ServerName main\nPerlRequire \${ROOT}/conf/startup.pl\n"
            . $config,
    );
    write_file($h->root . '/conf/startup.pl', $STARTUP);
    write_file($h->root . '/logs/hooks', '', 0666);
    $h->start;
    get($h, '/');
    my ($parent, ($child)) = ($h->pid, $h->children);
    $h->graceful;
    for (1 .. 300) {
        last if !kill 0 => $child;
        select undef, undef, undef, 0.05;
    }
    my $notes = read_file($h->root . '/logs/hooks');
    $h->stop;

    # The parent has started twice.
    my @in_parent = $notes =~ /^$parent (.*)$/mg;
    is_deeply [ @in_parent[ 0 .. $#in_parent / 2 ] ],
        [ @in_parent[ @in_parent / 2 .. $#in_parent ] ],
        'the parent runs the same after a restart';
    return [ @in_parent[ 0 .. $#in_parent / 2 ],
        $notes =~ /^$child (.*)$/mg ];
}

sub want (@of_each) {
    my @want;
    for my $hook (@HOOKS) {
        push @want, map { "Perl${hook}Handler $_" } @of_each;
    }
    return \@want;
}

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub {
        my $hosts = host('one') . host('two') . host('three');
        is_deeply hooks($mpm, directives('configured') . $PUSH . $hosts),
            want('configured main', 'pushed main'),
            'hosts inherit no handler of a process';
        is_deeply hooks($mpm, $PUSH . $hosts), want('pushed main'),
            'nor what Perl code has pushed';
        is_deeply hooks(
            $mpm,
            directives('configured')
                . host('own',  directives('own'))
                . host('same', directives('configured'))
                . host('one')
            ),
            want('configured main', 'own own'),
            'what a host names runs, unless the server has it';
        is_deeply hooks(
            $mpm,
            directives('configured')
                . host(
                'merges', 'PerlOptions +MergeHandlers',
                directives('own')
                )
            ),
            want('configured main', 'own merges'),
            'MergeHandlers makes no second time';
        is_deeply [
            map { s/ (?:one|two)\z//r } hooks($mpm,
                      host('one', directives('shared'))
                    . host('two', directives('shared')))->@*
            ],
            want('shared'), 'what two hosts name runs with one of them';
        is_deeply hooks(
            $mpm,
            directives('configured') . directives('configured') . host('one')
            ),
            want(('configured main') x 2),
            'what the server names twice runs twice, as under mod_perl';
        is_deeply hooks($mpm,
            directives('configured') . <<~'PERL' . host('one')),
                <Perl>
                    my $s = Apache2::ServerUtil->server;
                    for (qw(OpenLogs PostConfig ChildInit ChildExit)) {
                        $s->set_handlers("Perl${_}Handler"
                            => [ \&My::Hooks::set ]);
                    }
                </Perl>
                PERL
            want('set main'), 'what is replaced runs in no host';
    };
}

# Apache::DBI connects in this way: each child would otherwise connect twice.
subtest 'get_handlers of a host' => sub {
    my $h = server(
        workers => 1,
        start   => 0,
        config  => <<~'CONF' . host('one', 'PerlSetVar none 1'));
            PerlRequire ${ROOT}/conf/startup.pl
            PerlChildInitHandler My::Hooks::configured
            <Location /get>
                SetHandler modperl
                PerlResponseHandler My::Get
            </Location>
            CONF
    write_file($h->root . '/conf/startup.pl', $STARTUP . <<~'PERL');
        sub My::Get::handler {
            my ($r) = @_;
            my $list = $r->server->next->get_handlers('PerlChildInitHandler');
            $r->print(scalar @$list, ' ',
                $list->[0] == \&My::Hooks::configured ? 'same' : 'other');
            return 0;
        }
        use Apache2::RequestRec ();
        use Apache2::RequestIO ();
        1;
        PERL
    write_file($h->root . '/logs/hooks', '', 0666);
    $h->start;
    is get($h, '/get')->body, '1 same', 'shows what runs in its process';
};

done_testing;
