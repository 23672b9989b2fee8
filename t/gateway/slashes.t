# AllowEncodedSlashes: the parts of a path that a script sees.

use Mehari::Test;
use Mehari::Test::Pair;

my @pair = pair(config => <<~'CONF');
    <VirtualHost *:*>
    ServerName off.test
    </VirtualHost>
    <VirtualHost *:*>
    ServerName on.test
    AllowEncodedSlashes On
    </VirtualHost>
    <VirtualHost *:*>
    ServerName nodecode.test
    AllowEncodedSlashes NoDecode
    </VirtualHost>
    CONF
write_file($pair[0]->document_root . '/folder/path.pl', <<~'PERL', 0755);
    #!/usr/bin/perl
    print "Content-Type: text/plain\n\n";
    print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
        qw(PATH_INFO PATH_TRANSLATED SCRIPT_NAME REQUEST_URI QUERY_STRING);
    PERL

sub answer ($host, $path) {
    return sub ($h) {
        my $response = get($h, $path, headers => { Host => "$host.test" });
        return $response->status . "\n" . $response->body;
    };
}

my %seen;
for my $host (qw(off on nodecode)) {
    for my $path (
        '/folder/path.pl/a%2Fb',         '/folder/path.pl/a%2fb/c%252Fd',
        '/folder/path.pl/%2f%2F/x',      '/folder/path.pl/..%2f..%2fx',
        '/folder/path.pl/a%20%2Fb?c%2F', '/folder%2Fpath.pl',
        '/folder%2fpath.pl/a',           '/folder/path.pl%2Fa',
        )
    {
        for my $round (1, 2) {
            my ($theirs, $ours) = both(\@pair, answer($host, $path));
            is $ours, $theirs, "$path of $host is answered as under mod_cgi";
            $seen{$host}{$path} = $ours;
        }
    }
}

# The settings have different results, so the test has compared something.
my $path = '/folder/path.pl/a%2Fb';
like $seen{off}{$path}, qr/\A404\n/, 'AllowEncodedSlashes Off answers 404';
like $seen{on}{$path}, qr{\A200\nPATH_INFO=/a/b\n},
    'AllowEncodedSlashes On decodes the slash';
like $seen{nodecode}{$path}, qr{\A200\nPATH_INFO=/a%2Fb\n}i,
    'AllowEncodedSlashes NoDecode keeps the slash';

done_testing;
