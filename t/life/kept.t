# Objects of httpd that Perl code keeps past their end, and uses from every
# place where code can still run: the method croaks, the process lives.

use Mehari::Test;
use Time::HiRes qw(sleep time);

my $h = server(
    workers  => 1,
    env      => { PERL_DESTRUCT_LEVEL => 2 },
    handlers => {
        '/keep'        => 'My::Keep::keep',
        '/keep-script' => [ 'My::Keep::keep', 'SetHandler perl-script' ],
        '/use'         => 'My::Keep::use_kept',
        '/twice'       => 'My::Keep::twice',
        '/last'        => 'My::Keep::last_holder',
    },
    config => <<~'CONF',
        PerlRequire ${ROOT}/conf/startup.pl
        PerlChildExitHandler My::Keep::child_exit
        <Location /plain>
            SetHandler modperl
            PerlResponseHandler "sub { $_[0]->print('plain'); 0 }"
        </Location>
        CONF
    start => 0,
);
write_file($h->root . '/conf/startup.pl', <<'PERL');
use strict;
use warnings;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
use Apache2::RequestUtil ();
use Apache2::Connection ();
use Apache2::ServerRec ();
use Apache2::ServerUtil ();
use Apache2::SubRequest ();
use Apache2::Log ();
use Apache2::Response ();
use APR::Table ();
use APR::Pool ();

package My::Keep;

our $file = Apache2::ServerUtil::server_root() . '/tmp/uses';
our (%kept, $tied, $closure, $guard, $pool);

my %uses = (
    r       => sub { $_[0]->uri },
    print   => sub { $_[0]->print('late') },
    set     => sub { $_[0]->status(404) },
    pnotes  => sub { $_[0]->pnotes->{a} },
    push    => sub { $_[0]->push_handlers(PerlCleanupHandler => sub { 0 }) },
    lookup  => sub { $_[0]->lookup_uri('/plain') },
    log     => sub { $_[0]->log_error('late') },
    rflush  => sub { $_[0]->rflush },
    c       => sub { $_[0]->local_ip; $_[0]->remote_host },
    table   => sub { $_[0]->get('Host') },
    store   => sub { $_[0]->{A} = 'b' },
    iterate => sub { my @all = %{ $_[0] } },
    do      => sub { $_[0]->do(sub { 1 }) },
    pool    => sub { $_[0]->cleanup_register(sub { 0 }) },
    parent  => sub { $_[0]->parent_get },
    sub     => sub { $_[0]->run },
    subpool => sub { $_[0]->pool },
);
my %object = (
    (map { $_ => 'r' } qw(r print set pnotes push lookup log rflush)),
    c => 'c',
    (map { $_ => 'table' } qw(table store iterate do)),
    (map { $_ => 'pool' } qw(pool parent)),
    sub     => 'sub',
    subpool => 'sub',
);

# "name: message", or "name: lives".
sub try_all {
    my @said;
    for my $name (sort keys %uses) {
        my $object = $kept{ $object{$name} };
        local $@;
        my $lives = !ref $object
            ? 'is not there'
            : eval { $uses{$name}->($object); 1 } ? 'lives' : $@;
        $lives =~ s/\s+/ /g;
        push @said, "$name: $lives";
    }
    return @said;
}

sub note {
    my ($where, @said) = @_;
    open my $out, '>>', $file or die "cannot open $file: $!";
    syswrite $out, join '', map { "$where\t$_\n" } @said, 'done';
    close $out;
    return;
}

note('loaded');
chmod 0666, $file;

sub keep {
    my ($r) = @_;
    %kept = (
        r     => $r,
        c     => $r->connection,
        table => $r->headers_in,
        pool  => $r->pool->new,
        sub   => $r->lookup_uri('/plain'),
    );
    # At the end of the request, when some objects are still alive.
    $r->pool->cleanup_register(sub { note('cleanup', try_all()) });
    $r->pnotes(guard => bless [], 'My::Guard');
    $r->print('kept');
    return 0;
}

sub use_kept {
    my ($r) = @_;
    $r->print(join "\n", try_all(), 'done');
    return 0;
}

sub twice {
    my ($r) = @_;
    my $pool = APR::Pool->new;
    my $below = $pool->new;
    my $table = APR::Table::make($below, 2);
    $pool->cleanup_register(sub { $below->destroy });
    $pool->destroy;
    my @said = map {
        my $code = $_;
        eval { $code->(); 1 } ? 'lives' : $@;
    } sub { $pool->destroy }, sub { $below->destroy },
        sub { $table->set(a => 'b') }, sub { $below->clear },
        sub { $r->pool->destroy }, sub { $r->connection->pool->destroy };
    s/\s+/ /g for @said;
    undef $_ for $below, $pool, $table;
    $r->print(join "\n", @said, $r->uri, 'done');
    return 0;
}

# A cleanup that holds the last reference to its pool, and one that destroys
# the pool above: nothing is freed twice.
sub last_holder {
    my ($r) = @_;
    for my $parent ($r->pool, APR::Pool->new) {
        my $pool  = $parent->new;
        my $below = $pool->new;
        my $table = APR::Table::make($pool, 2);
        $table->{a} = 'x' x 100;
        $pool->cleanup_register(sub { $table->get('a'); $pool->clear });
        $below->cleanup_register(sub { $pool->destroy; $table->{b} = 1 });
    }
    $r->print('done');
    return 0;
}

sub child_exit { note('child exit', try_all()); return 0 }

sub My::Guard::DESTROY { note('pnotes', try_all()) }

# An object that is destroyed with the interpreter, in no fixed order.
our $global = bless { c => \%kept }, 'My::Global';
sub My::Global::DESTROY { note('global', eval { try_all() }) }

# httpd's parent keeps nothing; its END blocks run at a restart.
END { note('END', try_all()) if %kept }

1;
PERL
$h->start;

my @NAMES = sort qw(r print set pnotes push lookup log rflush c table store
    iterate do pool parent sub subpool);
my $REFUSED
    = qr/(?:called|be used) after (?:it|its \w+|the \w+) (?:was|has|ended)/;

sub used_from ($where) {
    my $text = read_file($h->root . '/tmp/uses');
    return $text =~ /^$where\t(.*)$/mg;
}

sub refused ($where, @said) {
    my $end = pop @said // 'nothing';
    is $end, 'done', "$where: all uses came back";
    my %said = map { /^(\w+): (.*)/ } @said;
    is_deeply [ sort keys %said ], \@NAMES, "$where: every use was tried";
    my @not = grep { $said{$_} !~ $REFUSED } sort keys %said;
    is "@not", '', "$where: every use was refused"
        or diag map { "$_: $said{$_}\n" } @not;
    return;
}

for my $place (qw(/keep /keep-script)) {
    is get($h, $place)->body, 'kept', "$place answers with a kept object";
    for my $response (get($h, '/use', repeat => 2)) {
        refused("a request after $place", split /\n/, $response->body);
    }
}
for my $where (qw(cleanup pnotes)) {
    my @said = used_from($where);
    is scalar(grep { $_ eq 'done' } @said), 2, "$where: ran each time";
    is scalar @said, 2 * (@NAMES + 1),         "$where: every use came back";
}

for my $response (get($h, '/twice', repeat => 3)) {
    is $response->status, 200, 'pools that are destroyed twice';
    my @said = split /\n/, $response->body;
    is $said[-1], 'done',
        'every use after pools were destroyed twice has come back';
    is $said[-2], '/twice',
        'pools that are destroyed twice leave the request alone';
    like $said[2], qr/called after its pool/, 'a table of such a pool';
}

is $_->body, 'done', 'a cleanup that ends its own pool'
    for get($h, '/last', repeat => 20);

my ($pid) = $h->children;
get($h, '/keep');
$h->graceful;
my $end = time + 15;
sleep 0.02 while time < $end && kill 0 => $pid;
refused($_, used_from($_)) for 'child exit', 'END';
my @global = used_from('global');
is scalar(grep { $_ eq 'done' } @global) > 0, 1,
    'each use at global destruction has ended';

done_testing;
