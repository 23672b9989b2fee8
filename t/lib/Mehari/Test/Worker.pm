package Mehari::Test::Worker;

# A server whose handlers run in workers of the pool `default`.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test;

our @EXPORT = qw(worker_server body);

# The options of server(); perl_pool: keys of the pool; http2: h2c too; config
# may be a code that is given the server.
sub worker_server (%option) {
    my $http2 = delete $option{http2};
    my $keys  = delete $option{perl_pool} // '';
    my $more  = delete $option{config}    // '';
    return server(
        mpm     => $ENV{MEHARI_TEST_MPM} // 'event',
        workers => 8,
        modules => [ ('http2') x !!$http2 ],
        %option,
        config => sub ($h) {
            return join "\n", ('Protocols h2c http/1.1') x !!$http2,
                place($keys), ref $more ? $more->($h) : $more;
        },
    );
}

sub place ($keys) {
    my $library = fixture('worker');
    return <<~"CONF";
        PerlPool default $keys
        PerlUsePool default
        PerlSwitches "-I$library"
        PerlModule My::Worker
        <Location "/w">
        SetHandler modperl
        PerlResponseHandler My::Worker
        PerlSetVar Place here
        </Location>
        CONF
}

sub body ($h, $what, %option) {
    return get($h, "/w?$what", %option)->body;
}

1;
