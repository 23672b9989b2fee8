# The talk's examples print by perl-cgi what they print under mod_cgi, for ever.

use Mehari::Test;

needs('CGI');

my %SAYS = (
    'count.pl'   => "counted 1\n",
    'closure.pl' => "Counter: 1\n",
    'hello.pl'   => "Counter: 1\n",
    'cwd.pl'     => 'Cwd: ',
);
my %FILE = (
    'count.pl'    => 'count.pl',
    'closure.pl'  => 'counter-my.pl',
    'hello.pl'    => 'counter-lib.pl',
    'countlib.pl' => 'countlib.pl',
    'cwd.pl'      => 'cwd.pl',
);
my %CGI = (prefork => 'cgi', event => 'cgid');

for my $mpm (sort keys %CGI) {
    my $h = server(
        mpm     => $mpm,
        modules => [ $CGI{$mpm} ],
        workers => 16,
        files   => {
            map { $_ => read_file(fixture('registry') . "/$FILE{$_}") }
                keys %FILE
        },
        config => <<~'CONF',
            Alias "/cgi" "${DOCUMENT_ROOT}"
            Alias "/perl" "${DOCUMENT_ROOT}"
            <Directory "${DOCUMENT_ROOT}">
                Options +ExecCGI
            </Directory>
            <Location "/cgi">
                SetHandler cgi-script
            </Location>
            <Location "/perl">
                SetHandler perl-cgi
            </Location>
            CONF
    );
    my $root = $h->document_root;
    chmod 0755, glob "$root/*.pl";
    for my $name (sort keys %SAYS) {
        my $text = get($h, "/cgi/$name")->body;
        like $text, qr/\Q$SAYS{$name}\E/, "$name says the same by $CGI{$mpm}";
        my @other = grep { $_ ne $text }
            map { $_->body } get($h, "/perl/$name", repeat => 100);
        is_deeply \@other, [], "$name by perl-cgi, a hundred times, $mpm";
    }
    is get($h, '/perl/cwd.pl')->body, "Cwd: $root\n",
        "a script finds its directory under $mpm";
}
done_testing;
