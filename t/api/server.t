# Apache2::ServerRec, Apache2::ServerUtil, Apache2::Process: in requests, and
# calls that are legal only while the server starts.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Inside;

my $left = tempdir(CLEANUP => 1);
my $h    = inside_server(
    cases  => ['Inside::Server'],
    start  => 0,
    config => <<~"CONF",
        ServerAdmin root\@example.com
        LogLevel warn
        PerlSetVar Stopped "$left/stopped"
        PerlPostConfigRequire "$left/startup.pl"
        <VirtualHost 127.0.0.9:1>
        ServerName virtual.example
        ServerAlias other.example *.example
        </VirtualHost>
        CONF
);
write_file("$left/startup.pl", "Inside::Server::at_start();\n1;\n");
$h->start;

inside($h, "Inside::Server::$_")
    for qw(start fields objects servers options late pushed itself configure);

like get($h, '/')->header('Server'), qr{ mod_perl/2\.0\.13 Perl/v5\.},
    'httpd says that Perl is in it';

$h->stop;
is read_file("$left/stopped") =~ tr/\n//, 1,
    'the shutdown cleanup ran once, in the parent';

done_testing;
