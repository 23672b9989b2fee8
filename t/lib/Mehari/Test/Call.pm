package Mehari::Test::Call;

# A server on which t/fixtures/api/TestCall.pm calls what a test asks for.

use Mehari::Perl;
use Exporter    qw(import);
use Test::More  ();
use Time::HiRes qw(time);

use Mehari::Test;

our @EXPORT = qw(call_server called is_called answering answers arrived);

# config: more configuration; the rest is for server().
sub call_server (%option) {
    my $config   = delete $option{config}   // '';
    my $switches = delete $option{switches} // '';
    return server(
        (perl_lib => $ENV{MEHARI_TEST_LIB}) x !!$ENV{MEHARI_TEST_LIB},
        %option,
        config => sub ($h) {
            my $lib = fixture('api');
            return <<~"CONF";
                PerlSwitches -I$lib $switches
                PerlModule TestCall
                <Location /call>
                SetHandler modperl
                PerlResponseHandler TestCall
                </Location>
                @{[ ref $config ? $config->($h) : $config ]}
                CONF
        },
    );
}

# The answer of the class's sub, without its last newline.
sub called ($httpd, $class, $sub, %option) {
    return get($httpd, "/call/$class/$sub", %option)->body =~ s/\n\z//r;
}

# Calls the sub twice: what one call leaves behind shows in the next.
sub is_called ($httpd, $class, $sub, $expected, $name = $sub) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $lines = ref $expected eq 'ARRAY' ? join "\n", @$expected : $expected;
    for my $time ('', ', again') {
        my $got = called($httpd, $class, $sub);
        if (ref $lines) { Test::More::like($got, $lines, "$name$time") }
        else            { Test::More::is($got, $lines, "$name$time") }
    }
    return;
}

# The server and the class of a test: answers() calls the subs of that class.
# { server } names a server to use instead of a new one.
my ($SERVER, $CLASS);

sub answering ($class, %option) {
    ($SERVER, $CLASS) = ($option{server} // call_server(%option), $class);
    return $SERVER;
}

sub answers ($sub, @lines) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    return is_called($SERVER, $CLASS, $sub, \@lines);
}

# Returns the bytes of an unfinished response as soon as they match; after ten
# seconds, those that have come.
sub arrived ($client, $pattern) {
    my $end = time + 10;
    while ($client->{bytes} !~ $pattern) {
        $client->read_some($end) or last;
    }
    return $client->{bytes};
}

1;
