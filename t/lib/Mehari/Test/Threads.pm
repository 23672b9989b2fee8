package Mehari::Test::Threads;

# A server with one process and many threads, in which t/fixtures/threads runs
# in every phase below /turns, and in some of them elsewhere.

use Mehari::Perl;
use Exporter qw(import);
use POSIX    ();

use Mehari::Test;
use Mehari::Test::Gateway qw(curl has_http2);

our @EXPORT = qw(threads_server at_once curl has_http2);

sub threads_server (%option) {
    my $config = delete $option{config} // '';
    my $lib    = fixture('threads');
    return server(
        mpm     => $ENV{MEHARI_TEST_MPM} // 'event',
        workers => 16,
        %option,
        modules => [ @{ $option{modules} // [] }, ('http2') x has_http2() ],
        config  => join '',
        ("Protocols h2c http/1.1\n") x has_http2(),
        <<~"CONF", $config);
            PerlSwitches -w -I$lib
            PerlModule Turns
            PerlTransHandler Turns::trans
            <Location /turns>
                SetHandler modperl
                PerlHeaderParserHandler Turns::headers
                PerlAccessHandler Turns::access
                PerlTypeHandler Turns::type
                PerlFixupHandler Turns::fixup
                PerlResponseHandler Turns
                PerlLogHandler Turns::log
                PerlCleanupHandler Turns::cleanup
            </Location>
            <Location /guarded>
                PerlAccessHandler Turns::access
                PerlLogHandler Turns::quiet
                PerlCleanupHandler Turns::ends
            </Location>
            CONF
}

# Starts clients, processes that each run the code with a number. Returns how many
# of them failed: the code returned a false value, or died.
sub at_once ($clients, $code, $meanwhile = undef) {
    my @pid = map {
        my $number = $_;
        my $pid    = fork // die "Cannot fork: $!.\n";
        POSIX::_exit(eval { $code->($number) } ? 0 : 1) if !$pid;
        $pid;
    } 1 .. $clients;
    $meanwhile->() if $meanwhile;
    my $failed = 0;
    for my $pid (@pid) { waitpid $pid, 0; $failed++ if $? }
    return $failed;
}

1;
