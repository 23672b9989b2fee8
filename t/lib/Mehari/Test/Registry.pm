package Mehari::Test::Registry;

# A server with the scripts of t/fixtures/registry under one location for
# each way of running them.

use Mehari::Perl;
use Exporter       qw(import);
use File::Basename qw(basename);

use Mehari::Test;

our @EXPORT = qw(script_server location script bodies);

our %CLASS = (
    registry   => 'ModPerl::Registry',
    perlrun    => 'ModPerl::PerlRun',
    bb         => 'ModPerl::RegistryBB',
    prefork    => 'ModPerl::RegistryPrefork',
    runprefork => 'ModPerl::PerlRunPrefork',
);

# startup: Perl that runs when the server starts; config: more configuration; other
# options are for server(). There is one worker unless an option says otherwise, so
# that every request meets what the one before has left.
sub script_server (%option) {
    my $startup = delete $option{startup};
    my $more    = delete $option{config} // '';
    my $h       = server(
        modules => ['cgi'],
        workers => 1,
        (module   => $ENV{MEHARI_TEST_MODULE}) x !!$ENV{MEHARI_TEST_MODULE},
        (perl_lib => $ENV{MEHARI_TEST_LIB}) x !!$ENV{MEHARI_TEST_LIB},
        %option,
        start  => 0,
        config => sub ($h) {
            return startup_config($h, $startup) . places() . $more;
        },
    );
    for my $from (glob fixture('registry') . '/*') {
        script($h, basename($from), read_file($from));
    }
    return $h->start;
}

sub startup_config ($h, $code) {
    return '' if !defined $code;
    my $file = write_file($h->root . '/conf/startup.pl',
        "use strict;\nuse warnings;\n$code\n1;\n");
    return qq(PerlPostConfigRequire "$file"\n);
}

sub places () {
    my $text = location('cgi', 'SetHandler cgi-script');
    for my $place (sort keys %CLASS) {
        $text .= "PerlModule $CLASS{$place}\n"
            . location($place, run_by($CLASS{$place}));
    }
    return $text;
}

sub run_by ($class) {
    return <<~"CONF";
        SetHandler perl-script
        PerlResponseHandler $class
        PerlOptions +ParseHeaders
        CONF
}

# Returns one more place that serves the scripts; $body is a class, or lines of
# configuration.
sub location ($place, $body) {
    $body = run_by($body) if $body =~ /^\w+(?:::\w+)*$/;
    return <<~"CONF";
        Alias "/$place" "\${DOCUMENT_ROOT}"
        <Location "/$place">
        Options +ExecCGI
        $body
        </Location>
        CONF
}

# Writes a script, executable for mod_cgi; returns its file name.
sub script ($h, $name, $text, $mtime = undef) {
    my $file = write_file($h->document_root . "/$name", $text, 0755);
    utime $mtime, $mtime, $file if defined $mtime;
    return $file;
}

# Asks for one path so many times, and returns the bodies.
sub bodies ($h, $times, $path) {
    return [ map { $_->body } get($h, $path, repeat => $times) ];
}

1;
