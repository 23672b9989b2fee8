# A child's private memory does not grow with the requests it has answered,
# good ones and bad ones. MEHARI_MEMORY says how many of each kind.

use Mehari::Test;

# In KiB. A child makes its one-time allocations in the first requests. After
# that, a leak of 64 bytes per request shows even in the short run.
use constant ALLOWED => 128;

plan skip_all => 'a sanitizer keeps what is freed' if $ENV{MEHARI_PRELOAD};

my $times = $ENV{MEHARI_MEMORY} // 2_000;

my $h = server(
    workers    => 1,
    access_log => 0,
    log_level  => 'emerg',
    handlers   => {
        '/objects'     => 'My::Memory::objects',
        '/lists'       => 'My::Memory::lists',
        '/glob'        => 'My::Memory::glob_of_handler',
        '/inner'       => 'My::Memory::inner',
        '/environment' =>
            [ 'My::Memory::environment', 'SetHandler perl-script' ],
        '/traces' => [ 'My::Memory::traces', 'SetHandler perl-script' ],
        '/kept'   => [ 'My::Memory::kept',   'SetHandler perl-script' ],
    },
    config => <<~'CONF',
        LogLevel emerg
        PerlModule ModPerl::Registry ModPerl::PerlRun
        PerlRequire ${ROOT}/conf/startup.pl
        <Location /exit>
            SetHandler perl-script
            PerlResponseHandler "sub { print 'x'; exit }"
        </Location>
        <Location /die>
            SetHandler modperl
            PerlResponseHandler "sub { die 'here' }"
        </Location>
        <Location /none>
            SetHandler modperl
            PerlResponseHandler -My::Memory::None
        </Location>
        PerlHtaccess PerlResponseHandler My::Memory::nothing
        PerlHtaccess PerlFixupHandler My::Memory->method
        <Directory "${DOCUMENT_ROOT}/access">
            AllowOverride All
        </Directory>
        <Files "*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Files>
        <Files "*.run">
            SetHandler perl-script
            PerlResponseHandler ModPerl::PerlRun
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Files>
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
use Apache2::SubRequest ();
use Apache2::ServerRec ();
use APR::Table ();
use APR::Pool ();

package My::Memory;

sub objects {
    my ($r) = @_;
    my $in = $r->headers_in;
    my @all = map { "$_=$in->{$_}" } keys %$in;
    $r->headers_out->set(A => 1);
    $r->err_headers_out->add(B => 2);
    $r->notes->{x} = 1;
    $r->subprocess_env->{k} = 1;
    my $pool = $r->pool->new;
    my $table = APR::Table::make($pool, 3);
    $table->{a} = 1;
    $table->do(sub { 1 });
    $pool->cleanup_register(sub { 1 }, [ 1, 2 ]);
    my $own = APR::Pool->new;
    $own->cleanup_register(sub { $table });
    $r->pnotes(a => [ 1 .. 5 ], );
    $r->pnotes->{b} = {};
    $r->pool->cleanup_register(sub { $table });
    my @more = ($r->connection->id, $r->server->server_hostname,
        $r->dir_config, $r->content_type('text/plain'), $r->args);
    $r->print('ok');
    return 0;
}

sub lists {
    my ($r) = @_;
    $r->push_handlers(PerlCleanupHandler => sub { 0 });
    $r->push_handlers(PerlCleanupHandler => 'My::Memory::nothing');
    $r->push_handlers(PerlCleanupHandler => 'sub { 0 }');
    $r->push_handlers(PerlLogHandler => 'My::Memory->method');
    $r->set_handlers(PerlFixupHandler => ['My::Memory::nothing', sub { 0 }]);
    my $list = $r->get_handlers('PerlLogHandler');
    $r->print('ok');
    return 0;
}

# Perl frees the contents of a glob later than the glob.
sub glob_of_handler {
    my ($r) = @_;
    my $glob = \do { local *GLOB };
    ${*$glob} = 'x' x 100;
    $r->push_handlers(PerlCleanupHandler => sub { $glob ? 0 : 1 });
    $r->print('ok');
    return 0;
}
sub nothing { return 0 }
sub method : method { return 0 }

sub inner {
    my ($r) = @_;
    $r->pnotes(a => [1]);
    $r->lookup_uri('/lists')->run;
    $r->lookup_file($r->document_root . '/file.txt')->pnotes(a => 1);
    $r->internal_redirect('/objects');
    return 0;
}

sub environment {
    local $ENV{A} = 'a';
    $ENV{B} = join '', map { "$_=$ENV{$_}" } sort keys %ENV;
    delete $ENV{PATH};
    my %copy = %ENV;
    print length $ENV{B};
    return 0;
}

sub traces {
    $| = 1;
    $SIG{ALRM} = $SIG{__WARN__} = sub { 1 };
    ($/, $,, $^W) = (undef, '-', 1);
    push @INC, '/none';
    chdir '/';
    umask 077;
    binmode STDOUT, ':utf8';
    open my $copy, '>&', \*STDERR;
    print "\x{263a}";
    return 0;
}

our %kept;

sub kept {
    my ($r) = @_;
    eval { $kept{r}->uri };
    %kept = (r => $r, in => $r->headers_in, pool => $r->pool->new,
        code => sub { $r });
    print 'kept';
    return 0;
}

1;
PERL
my %script = (
    'hello' => 'print "Content-Type: text/plain\n\n$ENV{QUERY_STRING}";',
    'exit'  => 'print "Content-Type: text/plain\n\n"; exit; END { 1 }',
    'die'   => 'die "here"',
    'bad'   => 'sub {',
    'subs'  => 'our @a = (1 .. 9); sub one { my $x = shift; sub { $x, @a } }'
        . ' print "Content-Type: text/plain\n\n", one(3)->();',
);
for my $name (sort keys %script) {
    write_file($h->document_root . "/$name.$_", $script{$name}, 0755)
        for qw(pl run);
}
write_file($h->document_root . '/file.txt',         'text');
write_file($h->document_root . '/access/.htaccess', <<~'CONF');
    SetHandler modperl
    PerlResponseHandler My::Memory::nothing
    PerlFixupHandler My::Memory->method
    PerlSetVar a b
    CONF
write_file($h->document_root . '/access/file', 'text');
$h->start;

my ($child) = $h->children;

# Clean pages belong to files. They count as private or shared by other
# processes that come and go, so they are left out.
sub private () {
    my $sum = 0;
    $sum += $_
        for read_file("/proc/$child/smaps_rollup")
        =~ /^Private_Dirty:\s+(\d+)/mg;
    return $sum;
}

sub send_many ($client, $count, $path, %option) {
    $client->request($path, %option) for 1 .. $count;
    return;
}

sub leave_many ($count, $path) {
    for (1 .. $count) {
        my $client = client($h);
        $client->send("POST $path HTTP/1.1\r\nHost: here\r\n"
                . "Content-Length: 100\r\n\r\nx");
        $client->close;
    }
    get($h, '/lists');
    return;
}

sub flat ($name, $code) {
    $code->(int($times / 5));
    my $before = private();
    $code->($times);
    my $growth = private() - $before;
    note "$name: from $before KiB by $growth";
    cmp_ok $growth, '<=', ALLOWED, "$name does not grow the process"
        or diag "from $before KiB by $growth";
    return;
}

# PerlRun compiles for each request, so these are slow.
my @slow   = ((map { "/$_.run" } qw(hello exit die bad subs)), '/bad.pl');
my $client = client($h);
for my $path (
    qw(/objects /lists /glob /inner /environment /traces /kept /exit /die /none),
    qw(/access/file /missing), '/hello.pl?query', '/exit.pl', '/die.pl',
    )
{
    flat($path, sub ($count) { send_many($client, $count, $path) });
}
for my $path (@slow) {
    flat($path, sub ($count) { send_many($client, $count / 4, $path) });
}
flat(
    'a body',
    sub ($count) {
        send_many(
            $client, $count, '/hello.pl',
            method => 'POST',
            body   => 'x' x 20_000
        );
    }
);
$client->close;
flat('clients that leave',
    sub ($count) { leave_many($count / 4, '/hello.pl') });

is_deeply [ $h->children ], [$child], 'one child has answered all requests';

done_testing;
