package Mehari::Test::Attack;

# A server for t/attack: handlers in workers of the pool `default`, scripts in
# processes of it, and what tells how httpd's threads are.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test;

our @EXPORT = qw(attack_server busy);

# The package that has the handlers of each folder of t/fixtures.
my %module = (attack => 'My::Attack', worker => 'My::Worker');

# The options of server(), and:
#   perl_pool  keys of the pool
#   library    worker (or attack): the folder of t/fixtures that handlers are in
#   handlers   those of server(), in workers unless they say PerlUsePool; { '/w' => 'My::Worker' } if not said
#   http2      h2c too
#   forks      true: all is under /forked too, in a pool that forks for a script
# A file *.pl is run by perl-cgi, *.worker and *.in by ModPerl::Registry, in a
# worker and inside httpd; /status is mod_status.
sub attack_server (%option) {
    my $http2    = delete $option{http2};
    my $config   = delete $option{config}    // '';
    my $keys     = delete $option{perl_pool} // '';
    my $library  = delete $option{library}   // 'worker';
    my $handlers = delete $option{handlers}  // { '/w' => 'My::Worker' };
    my $modules  = delete $option{modules}   // [];
    my $forks    = delete $option{forks};
    return server(
        mpm     => $ENV{MEHARI_TEST_MPM} // 'event',
        workers => 8,
        %option,
        handlers =>
            { map { $_ => in_worker($handlers->{$_}) } keys %$handlers },
        modules => [ 'status', @$modules, ('http2') x !!$http2 ],
        config  => join "\n",
        ('Protocols h2c http/1.1') x !!$http2,
        pool($keys, $library),
        scripts(),
        (forks()) x !!$forks,
        $config
    );
}

sub pool ($keys, $library) {
    my $folder = fixture($library);
    return <<~"CONF";
        PerlPool default $keys
        PerlSwitches "-I$folder"
        PerlModule $module{$library} ModPerl::Registry
        CONF
}

sub in_worker ($handler) {
    my @parts = ref $handler eq 'ARRAY' ? @$handler : $handler;
    my $says  = grep { !ref && /^PerlUsePool/ } @parts;
    return [ @parts, ('PerlUsePool default') x !$says ];
}

sub forks () {
    return <<~'CONF';
        Alias /forked ${DOCUMENT_ROOT}
        PerlPool forks restore=fork
        <Location /forked>
            PerlUsePool forks
        </Location>
        CONF
}

sub scripts () {
    my $registry = <<~'CONF';
        SetHandler perl-script
        PerlResponseHandler ModPerl::Registry
        PerlOptions +ParseHeaders
        CONF
    return <<~"CONF";
        <Directory "\${DOCUMENT_ROOT}">
        Options +ExecCGI
        </Directory>
        <Files "*.pl">
        SetHandler perl-cgi
        PerlUsePool default
        </Files>
        <Files "*.in">
        $registry
        </Files>
        <Files "*.worker">
        $registry
        PerlUsePool default
        </Files>
        <Location "/status">
        SetHandler server-status
        </Location>
        CONF
}

# Threads that have a request, beside the one that says so.
sub busy ($h) {
    my ($count) = get($h, '/status?auto')->body =~ /^BusyWorkers: (\d+)/m;
    return $count - 1;
}

1;
