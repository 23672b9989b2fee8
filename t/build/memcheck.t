# A short run under valgrind's memcheck: start, handlers, scripts, forms, filters,
# PSGI, objects that are kept, errors, a graceful restart, stop. Slow, so only with
# MEHARI_MEMCHECK (make memcheck).

use Mehari::Test;
use Mehari::Test::Memcheck;

plan skip_all => 'run by make memcheck' if !$ENV{MEHARI_MEMCHECK};
plan
    skip_all => 'valgrind is not installed'
    if !grep { -x "$_/valgrind" } split /:/,
    $ENV{PATH};

# No leak check, because perl and httpd do not free all memory before their
# process ends.
my $suppressions = source_root() . '/t/valgrind.supp';

my $h = server(
    module         => $ENV{MEHARI_MEMCHECK_MODULE} // 'mehari',
    workers        => 1,
    start          => 0,
    command_prefix => [
        'valgrind',                     '--error-limit=no',
        '--leak-check=no',              '--track-origins=yes',
        "--suppressions=$suppressions", '--log-file=%q{MEHARI_LOGS}/%p',
    ],
    config => uses_config() . <<~'CONF',
        Timeout 300
        KeepAliveTimeout 60
        PerlModule Apache2::RequestRec Apache2::RequestIO ModPerl::Registry
        PerlModule Apache2::RequestUtil Apache2::SubRequest APR::Table APR::Pool
        PerlModule ModPerl::PerlRun
        PerlRequire ${ROOT}/conf/handlers.pl
        <Location /modperl>
            SetHandler modperl
            PerlResponseHandler My::handler
        </Location>
        <Location /perl-script>
            SetHandler perl-script
            PerlResponseHandler My::handler
        </Location>
        <Location /objects>
            SetHandler modperl
            PerlResponseHandler My::objects
        </Location>
        <Location /kept>
            SetHandler perl-script
            PerlResponseHandler My::kept
        </Location>
        <Location /scope>
            SetHandler perl-script
            PerlResponseHandler My->scope
        </Location>
        <Location /die>
            SetHandler modperl
            PerlResponseHandler My::failure
        </Location>
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
);
my $logs = $h->root . '/tmp';
$h->{env} = { MEHARI_LOGS => $logs };

write_file($h->root . '/conf/handlers.pl', <<~'PERL');
    package My;
    sub handler {
        my ($r) = @_;
        $r->content_type('text/plain');
        $r->headers_out->set('X-A' => $r->args);
        $r->print('hello ', $r->uri);
        return 0;
    }
    sub failure { die "on purpose\n" }
    sub objects {
        my ($r) = @_;
        my $pool = $r->pool->new;
        my $table = APR::Table::make($pool, 2);
        $table->{a} = $r->headers_in->{Host};
        $r->pnotes(table => $table);
        $r->pnotes(guard => bless [$r], 'My::Guard');
        $pool->cleanup_register(sub { $table->get('a') });
        $r->push_handlers(PerlCleanupHandler => sub { $r->uri; 0 });
        $r->push_handlers(PerlCleanupHandler => 'My->scope');
        $r->lookup_uri('/modperl?sub')->run;
        $r->internal_redirect('/modperl?redirect') if $r->args;
        $r->print(' objects');
        return 0;
    }
    sub My::Guard::DESTROY { $_[0][0]->pnotes('table') }
    my %kept;
    sub kept {
        my ($r) = @_;
        my @said = map { eval { $_->(); 1 } ? 'lives' : 'croaks' }
            sub { $kept{r}->uri }, sub { $kept{table}->get('Host') },
            sub { $kept{c}->local_ip }, sub { $kept{pool}->parent_get };
        %kept = (r => $r, table => $r->headers_in, c => $r->connection,
            pool => $r->pool);
        print "@said";
        return 0;
    }
    sub scope {
        my ($class, $r) = @_;
        local $| = 1;
        $SIG{ALRM} = sub { 1 };
        ($/, $,, $^W) = (undef, '-', 1);
        push @INC, '/none';
        chdir '/';
        $ENV{A} = join '', map { "$_=$ENV{$_}" } sort keys %ENV;
        print 'scope', length $ENV{A} > 100 ? 'd' : '';
        if (!fork) { exit 3 }
        wait;
        return 0;
    }
    END { eval { $kept{r}->uri } }
    1;
    PERL
write_file($h->document_root . '/echo.pl', <<~'PERL', 0755);
    use strict;
    my $in = do { local $/; <STDIN> } // '';
    print "Content-Type: text/plain\n\n", join '|', %ENV, $in;
    exit if $ENV{QUERY_STRING};
    PERL
write_file($h->document_root . '/page.run', <<~'PERL', 0755);
    our @list = (1 .. 3);
    sub show { my $code = sub { "@list" }; return $code->() }
    print "Content-Type: text/plain\n\n", show();
    PERL
write_file($h->document_root . '/broken.pl', "sub {\n", 0755);

$h->start;
for my $round (1, 2) {
    is get($h, '/modperl?x')->body, 'hello /modperl',
        'valgrind: modperl answers';
    is get($h, '/perl-script')->body, 'hello /perl-script',
        'valgrind: perl-script answers';
    like get($h, '/echo.pl?q', method => 'POST', body => 'sent')->body,
        qr/sent/, 'valgrind: Registry answers';
    is get($h, '/page.run')->body, '1 2 3', 'valgrind: PerlRun answers';
    is get($h, '/objects')->body, 'hello /modperl objects',
        'valgrind: objects answer';
    is get($h, '/objects?r')->body,
        'hello /modperlhello /modperl',
        'valgrind: an internal redirect answers';
    get($h, '/kept');
    like get($h, '/kept')->body, qr/^(?:croaks ){3}croaks$/,
        'valgrind: what is kept croaks';
    like get($h, '/scope')->body, qr/^scope-d/, 'a script that leaves traces';
    try_uses(sub ($path, @option) { get($h, $path, @option) });
    is get($h, $_)->status, 500, $_ for '/die', '/broken.pl';
    is get($h, '/none')->status, 404, 'a missing page gets 404';
    $h->graceful if $round == 1;
}

# The logs of all processes, also of those that a graceful restart has ended.
# They are read before the stop, which would remove them.
$h->end_processes;
my @logs = grep { m{/\d+\z} } glob "$logs/*";
cmp_ok scalar @logs, '>=', 3, 'a parent and two generations of children';
for my $log (@logs) {
    ok !has_errors($log), 'no error in process ' . $log =~ s{.*/}{}r
        or diag read_file($log);
}

done_testing;
