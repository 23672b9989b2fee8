package Mehari::Test::Filter;

# A server with the filters and handlers of t/fixtures/filter.
# MEHARI_TEST_MODULE=mod_perl asks mod_perl instead.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test;

our @EXPORT = qw(filter_server place inside_host is_mehari);

sub is_mehari () {
    return ($ENV{MEHARI_TEST_MODULE} // 'mehari') eq 'mehari';
}

# config: where the filters are; the rest is for server().
sub filter_server (%option) {
    my $library = fixture('filter');
    my $config  = delete $option{config} // '';
    return server(
        workers => 1,
        (module => $ENV{MEHARI_TEST_MODULE}) x !!$ENV{MEHARI_TEST_MODULE},
        %option,
        config => qq(PerlSwitches "-I$library"\nPerlModule Content\n$config),
    );
}

# A location with a handler of Content and these lines.
sub place ($path, $handler, @lines) {
    my $lines = join "\n", @lines;
    return <<~"CONF";
        <Location "$path">
        SetHandler modperl
        PerlResponseHandler Content::$handler
        $lines
        </Location>
        CONF
}

# A virtual host with a port of its own.
sub inside_host ($port, @lines) {
    my $lines = join "\n", @lines;
    return <<~"CONF";
        Listen 127.0.0.1:$port
        <VirtualHost 127.0.0.1:$port>
        $lines
        </VirtualHost>
        CONF
}

1;
