# A target that cannot be served is refused in one sentence, before anything
# starts.

use Mehari::Test;
use IO::Socket::INET;
use Mehari::Test::Serve;

sub refused ($what, $status, $pattern, @args) {
    my ($got, $out, $err) = Mehari::Test::Serve::command(@args);
    is $got, $status, "$what: exit status $status";
    is $out, '',      'a refusal prints nothing on stdout';
    like $err, qr/\Amehari: [^\n]*$pattern[^\n]*\n\z/,
        'a refusal is one sentence with the reason';
    return;
}

# The default port may be in use.
sub free_port () {
    my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)
        or die "Cannot listen: $!";
    return $socket->sockport;
}

my $hello = Mehari::Test::Serve::site(
    'hello.pl'  => "#!/usr/bin/perl\n",
    'notes.txt' => "notes\n",
    'lib/A.pm'  => "package A;\n1;\n",
);
my $empty = Mehari::Test::Serve::site(
    'notes.txt' => "notes\n",
    'lib/A.pm'  => "package A;\n1;\n",
);

my $taken = IO::Socket::INET->new(
    LocalAddr => '127.0.0.1',
    Listen    => 1,
) or die "Cannot listen: $!";
my $port = $taken->sockport;
refused(
    'a port in use',
    1, qr/port $port is in use/,
    'serve', '--port', $port, $hello
);

refused(
    'a missing directory',
    1,       qr{there is no file or directory \S+/nowhere},
    'serve', "$hello/nowhere"
);
refused(
    'a directory without scripts',
    1,       qr/has no Perl scripts/,
    'serve', $empty
);
refused(
    'a file that is no script',
    1,       qr/neither a Perl script nor/,
    'serve', "$hello/notes.txt"
);
refused(
    'a module without handler',
    1,       qr/no package with a sub handler/,
    'serve', "$hello/lib/A.pm"
);
{
    local $ENV{MEHARI_HTTPD} = '/nowhere/httpd';
    refused('no httpd', 1, qr{/nowhere/httpd},
        'serve', '--port', free_port(), $hello);
}

refused(
    'a script in modes for handlers',
    1, qr/none of the modes/,
    'serve', '--mode', 'modperl', "$hello/hello.pl"
);

refused('an unknown command',       2, qr/no command "swim"/, 'swim');
refused('an unknown option',        2, qr/nonsense/, 'serve', '--nonsense');
refused('a port that is no number', 2, qr/port/, 'serve', '--port', 'http');
refused('a port out of range', 2, qr/--port wants/, 'serve', '--port', 65536);
refused(
    'an unknown mode',
    2, qr/no mode "asp"/,
    'serve', '--mode', 'perl-cgi,asp'
);
refused('no mode', 2, qr/at least one mode/, 'serve', '--mode', ',');
refused('an unknown mpm', 2, qr/event and prefork/, 'serve', '--mpm',
    'winnt');
refused(
    'a mode that event does not have',
    1,
    qr/mod_perl with the event MPM has none of these modes/,
    qw(serve --module mod_perl --mpm event --mode registry),
    $hello
);
refused('no workers', 2, qr/--workers wants/, 'serve', '--workers', 0);
refused(
    'an unknown module',
    2, qr/mehari and mod_perl/,
    'serve', '--module', 'mod_php'
);
refused(
    'an editor that runs in the browser',
    2, qr/no address that begins with JavaScript:/,
    'serve', '--editor', 'JavaScript:%f'
);
refused(
    'an unknown editor',
    2, qr/neither one of cursor/,
    'serve', '--editor', 'ed'
);
refused('two directories', 2, qr/one directory/, 'serve', 'a', 'b');

# httpd's configuration cannot express these names.
for my $name ('with ${PORT}', "with\nnewline") {
    my $site = Mehari::Test::Serve::site("$name/a.pl" => "#!/usr/bin/perl\n");
    my ($status, $out, $err)
        = Mehari::Test::Serve::command('serve',
        Mehari::Test::Serve::module_option(),
        '--port', 0, "$site/$name");
    is $status, 1, 'a directory that httpd cannot be told: exit status 1';
    like $err, qr/\Amehari: httpd's configuration cannot hold/,
        'a name that the configuration cannot hold is refused';
}

done_testing;
