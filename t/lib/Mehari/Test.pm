package Mehari::Test;

# Each test begins with this: the language, Test::More, and functions for servers.
# No LWP: tests look at bytes.

use Mehari::Perl;
use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use parent         qw(Exporter);
use Test::More     ();
use Time::HiRes    qw(sleep time);

use Mehari::Httpd;
use Mehari::Test::Client;
use Mehari::Test::Handlers qw(code_of locations);

our @EXPORT = qw(
    server client get raw interleaved
    write_file read_file fixture source_root
    log_like log_unlike
    gate open_gate
    needs lacks
);

# A test is the program; a tool of tests names what it takes of Test::More.
sub import ($class, @names) {
    Mehari::Perl->import;
    Test::More->export_to_level(1) if caller eq 'main';
    return $class->export_to_level(1, $class, @names);
}

my @SERVERS;

sub source_root () {
    return dirname(dirname(dirname(dirname(abs_path(__FILE__)))));
}

# Skips a test or a subtest if one of these is missing.
sub needs (@things) {
    for my $reason (grep { length } map { lacks($_) } @things) {
        Test::More::plan(skip_all => $reason);
    }
    return;
}

# The reason why a module, which does not come with perl, or a program of the
# tests, by its path, is not to be had; '' if it is. Packages, and the
# distribution of CPAN, are built without the programs of the tests.
sub lacks ($thing) {
    if ($thing =~ m{.*/((?:t|fuzz)/.*)}) {
        return -x $thing ? '' : "only a build with -Dtests=true has $1";
    }
    return eval "require $thing; 1" ? '' : "$thing is not installed";
}

# The path of t/fixtures/$name.
sub fixture ($name) { return source_root() . "/t/fixtures/$name" }

# A started httpd with mehari in it that is stopped at the end of the test.
# Other options are those of Mehari::Httpd; { files } are written into the
# document root first, { start => 0 } does not start it. { handlers }: by their
# places, for modperl, as Mehari::Test::Handlers takes them.
sub server (%option) {
    my $start    = delete $option{start}    // 1;
    my $files    = delete $option{files}    // {};
    my $handlers = delete $option{handlers} // {};
    $option{module} = 'mehari' if !exists $option{module};
    my $httpd = Mehari::Httpd->new(%option);
    for my $name (sort keys %$files) {
        write_file($httpd->document_root . "/$name", $files->{$name});
    }
    add_handlers($httpd, $handlers) if %$handlers;
    $httpd->start                   if $start;
    push @SERVERS, $httpd;
    return $httpd;
}

# The configuration may say more about a handler's place and the places below it,
# and about how Perl starts.
sub add_handlers ($httpd, $handlers) {
    my $before = locations($handlers);
    my $after  = '';
    my $config = $httpd->{config};
    if (my $code = code_of($handlers)) {
        my $file = write_file($httpd->root . '/conf/handlers.pl', $code);
        $after = qq(\nPerlRequire "$file"\n);
    }
    $httpd->{config}
        = ref $config
        ? sub ($h) { return $before . $config->($h) . $after }
        : "$before$config$after";
    return;
}

# Lines of a server's log that a failed test shows.
use constant LOG_SHOWN => 40;

# A server that crashed fails the test, whose checks may have passed by luck. A
# test that fails only beside others may not fail again, so the log of a failed
# test is shown at once.
END {
    show_logs() if !Test::More->builder->is_passing;
    for my $httpd (@SERVERS) {
        next if !crashed($httpd->error_log);
        Test::More::diag("a process of httpd crashed:\n", $httpd->error_log);
        $? ||= 1;
    }
    $_->stop for @SERVERS;
}

sub show_logs () {
    for my $httpd (@SERVERS) {
        my @lines = split /^/, $httpd->error_log;
        splice @lines, 0, -LOG_SHOWN if @lines > LOG_SHOWN;
        Test::More::diag('the last lines of its log: ',
            $httpd->root, "\n", map { shown($_) } @lines);
    }
    return;
}

# A line as a terminal can show it.
sub shown ($line) {
    return $line =~ s/\A(.{300}).+/$1 .../r
        =~ s/([^ -~\n])/sprintf '\\x%02x', ord $1/ger;
}

sub crashed ($log) {
    return $log =~ /AH00051|AH00052: child pid \d+ exit signal (?!Term|Kill)
                   |AddressSanitizer|UndefinedBehaviorSanitizer
                   |runtime\ error:/x;
}

sub client ($httpd, %option) {
    return Mehari::Test::Client->new($httpd, %option);
}

# Returns one response; with { repeat => n }, a list of n, all over one connection
# as long as the server keeps it.
sub get ($httpd, $path, %option) {
    my $times     = delete $option{repeat} // 1;
    my $client    = client($httpd, timeout => delete $option{timeout});
    my @responses = map { $client->request($path, %option) } 1 .. $times;
    return wantarray ? @responses : $responses[-1];
}

# Sends bytes, and returns all that the server sends until it closes.
sub raw ($httpd, $bytes, %option) {
    my $client = client($httpd, %option);
    $client->send($bytes);
    return $client->read_all;
}

# Each request is sent by two clients in turn, in every round.  A request is a
# path, [ $path, %options of get ], or a code that is given the client's name
# and returns one of these.  Returns a list of
# { client => 'A' | 'B', round, request, response }.
sub interleaved ($httpd, $requests, %option) {
    my %client = map { $_ => client($httpd) } qw(A B);
    my @seen;
    for my $round (1 .. $option{rounds} // 2) {
        for my $request (@$requests) {
            for my $name (qw(A B)) {
                my $what
                    = ref $request eq 'CODE' ? $request->($name) : $request;
                my ($path, %with) = ref $what ? @$what : $what;
                push @seen,
                    {
                    client   => $name,
                    round    => $round,
                    request  => $path,
                    response => $client{$name}->request($path, %with),
                    };
                # The only worker must be free for the other client.
                $client{$name}->close if $httpd->{workers} < 2;
            }
        }
    }
    return @seen;
}

sub write_file ($file, $text, $mode = undef) {
    my $dir = dirname($file);
    make_path($dir) if !-d $dir;
    open my $out, '>:raw', $file or die "Cannot write $file: $!.\n";
    print {$out} $text;
    CORE::close($out) or die "Cannot write $file: $!.\n";
    chmod $mode, $file if defined $mode;
    return $file;
}

sub read_file ($file) {
    open my $in, '<:raw', $file or die "Cannot read $file: $!.\n";
    local $/ = undef;
    return <$in> // '';
}

# Passes as soon as what was logged since $mark matches: a log is written
# after the response has gone.
sub log_like ($httpd, $mark, $pattern, $name = "the error log has $pattern") {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $end = time + 5;
    while (time < $end && $httpd->error_log_since($mark) !~ $pattern) {
        sleep 0.02;
    }
    return Test::More::like($httpd->error_log_since($mark), $pattern, $name);
}

# A file for which something on the server waits ("until -e"), so that a test
# knows what came before and what after, however slow the machine is.
my $GATES = 0;

sub gate ($httpd) { return $httpd->root . '/tmp/gate-' . ++$GATES }

sub open_gate ($gate) { return write_file($gate, '') }

# Fails if the log matches. The test must know by then that the request is over.
sub log_unlike ($httpd, $mark, $pattern, $name = "no $pattern in the log") {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    return Test::More::unlike($httpd->error_log_since($mark), $pattern,
        $name);
}

1;

__END__

=head1 NAME

Mehari::Test - tools of the tests

=head1 SYNOPSIS

    use Mehari::Test;

    my $h = server(
        modules => ['cgi'],
        files   => { 'hello.txt' => "hello\n" },
        config  => 'PerlModule My::Module',
    );
    for my $response (get($h, '/hello.txt', repeat => 2)) {
        is $response->status, 200;
        is $response->body,   "hello\n";
    }
    my $mark = $h->error_log_mark;
    get($h, '/die');
    log_like($h, $mark, qr/died here/);
    done_testing;

=head1 DESCRIPTION

The module gives a test L<Mehari::Perl>, L<Test::More> and its functions: see the
comment above each.  A response has C<status>, C<reason>,
C<header($name)>, C<headers> (pairs), C<body>, C<raw> and C<complete>.  A
client has C<send>, C<finish>, C<read_until>, C<read_all>, C<read_response>,
C<request> and C<close>.

A test fails when a process of its servers crashed or a sanitizer spoke.

=cut
