package Mehari::MigrateSite;

# A site of the tests of mehari migrate: a directory with a configuration and
# CGI programs, served by a real httpd before and after.

use Mehari::Perl;
use Cwd            qw(abs_path);
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Find     ();
use File::Path     qw(make_path remove_tree);
use File::Temp     qw(tempdir);
use HTTP::Tiny;
use IO::Select;
use IO::Socket::INET;
use Mehari::Httpd;
use Mehari::Httpd::Config  qw(find_httpd modules_dir module_file);
use Mehari::Httpd::Process qw(spawn watch dismiss reap end_group);
use Time::HiRes            qw(sleep time);

our @EXPORT_OK = qw(slurp spew snapshot module_under_test);

my $TREE = dirname(dirname(dirname(dirname(abs_path(__FILE__)))));

# mode: the mode that `migrate` gets unless a call names another; patience: the
# seconds in which httpd has to start.
sub new ($class, %option) {
    my $root = tempdir(
        'mehari-migrate-XXXXXXXX',
        DIR     => Mehari::Httpd::temp_dir(),
        CLEANUP => 1
    );
    chmod 0755, $root;
    my $self = bless {
        mode     => 'perlrunprefork',
        patience => 30,
        %option,
        root => abs_path($root),
        port => free_port()
    }, $class;
    make_path(map { "$self->{root}/$_" } qw(conf htdocs logs run lock));
    return $self;
}

sub root ($self) { return $self->{root} }
sub port ($self) { return $self->{port} }

sub free_port () {
    my $socket = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        Listen    => 1,
        Proto     => 'tcp'
    ) or die "No free port: $!.\n";
    return $socket->sockport;
}

# --- files -----------------------------------------------------------------

sub slurp ($file) {
    open my $in, '<:raw', $file or die "Cannot read $file: $!.\n";
    local $/ = undef;
    return <$in> // '';
}

sub spew ($file, $text) {
    make_path(dirname($file));
    open my $out, '>:raw', $file or die "Cannot write $file: $!.\n";
    print {$out} $text;
    close $out or die "Cannot write $file: $!.\n";
    return $file;
}

sub write ($self, $name, $text) {
    return spew("$self->{root}/$name", $self->filled($text));
}

sub filled ($self, $text) {
    my %value = (
        ROOT    => $self->{root},
        PORT    => $self->{port},
        MODULES => modules_dir(),
    );
    return $text =~ s/\@(ROOT|PORT|MODULES)\@/$value{$1}/gr;
}

# The programs of the fixture, below the root of the site.
sub copy_programs ($self, $to) {
    my $dir = "$self->{root}/$to";
    make_path(dirname($dir));
    system('cp', '-pR', "$TREE/t/fixtures/migrate/cgi-bin", $dir) == 0
        or die "Cannot copy the fixture.\n";
    chmod 0755, $dir, "$dir/sub", grep { !/part\.pl/ } glob "$dir/*";
    return $dir;
}

# Returns the content, mode and owner of every file of a tree, and the target of
# every link.
sub snapshot ($dir) {
    my %tree;
    my $look = sub {
        my @stat = lstat;
        my $name = substr $File::Find::name, length $dir;
        $tree{$name}
            = -l _ ? 'link ' . readlink
            : -d _ ? "directory"
            : join ' ', 'file', (map { $stat[$_] } 2, 4, 5, 9),
            slurp($_);
    };
    File::Find::find({ wanted => $look, no_chdir => 1 }, $dir);
    return \%tree;
}

# --- the command ------------------------------------------------------------

# The file of mehari's module if it is built, otherwise of mod_perl.
sub module_under_test () {
    return eval { module_file('mehari') } // module_file('mod_perl');
}

# Returns (exit status, standard output, standard error).
sub migrate ($self, @args) {
    return $self->command('--module', module_under_test(), '--mode',
        $self->{mode}, @args);
}

# The library that a module with a sanitizer in it needs; see Mehari::Httpd.
sub preload () {
    my $library = $ENV{MEHARI_PRELOAD} // return;
    return (LD_PRELOAD => $library);
}

sub command ($self, @args) {
    my ($out, $err) = map { "$self->{root}/logs/$_" } qw(out err);
    my $pid = fork // die "Cannot fork: $!.\n";
    if (!$pid) {
        open STDOUT, '>', $out or die;
        open STDERR, '>', $err or die;
        delete @ENV{ grep { /^APACHE_/ } keys %ENV };
        %ENV = (%ENV, preload());
        exec $^X, "-I$TREE/lib", "$TREE/bin/mehari", 'migrate', @args;
    }
    waitpid $pid, 0;
    return ($? >> 8, slurp($out), slurp($err));
}

# --- httpd --------------------------------------------------------------------

# The lines that every configuration here begins with.
sub preamble ($self, %option) {
    my $mpm  = $option{mpm} // 'prefork';
    my $dir  = modules_dir();
    my $user = $> == 0 ? "User www-data\nGroup www-data\n" : '';
    my $text = $self->filled(<<~"CONF") . $user;
        ServerRoot "\@ROOT\@"
        ServerName localhost
        Listen 127.0.0.1:\@PORT\@
        PidFile "logs/httpd.pid"
        DefaultRuntimeDir "run"
        ErrorLog "logs/error_log"
        DocumentRoot "\@ROOT\@/htdocs"
        TypesConfig /dev/null
        CONF
    for my $module (
        "mpm_$mpm",
        qw(authz_core mime dir alias env),
        @{ $option{modules} // [] }
        )
    {
        $text .= "LoadModule ${module}_module $dir/mod_$module.so\n";
    }
    $text
        .= "StartServers 1\nMaxRequestWorkers 2\nMinSpareServers 1\n"
        . "MaxSpareServers 2\n"
        if $mpm eq 'prefork';
    return $text;
}

# Runs httpd on a configuration while a code runs. The code is given the site.
sub served ($self, $config, $code, %env) {
    my $log = "$self->{root}/logs/console";
    unlink $log;
    my %environment = (%ENV, preload(), %env);
    delete $environment{PERL5LIB};
    my @command = (
        find_httpd(), '-d',    $env{SERVER_ROOT} // $self->{root},
        '-f',         $config, '-DFOREGROUND'
    );
    my $pid      = spawn(\@command, \%environment, $log);
    my $watchdog = watch($pid, $self->{root});
    my @result   = eval {
        $self->wait_for($pid, $log);
        $code->($self);
    };
    my $why = $@;
    kill TERM => $pid;
    end_group($pid, 10);
    dismiss($watchdog);
    die $why if $why;
    return @result;
}

sub wait_for ($self, $pid, $log) {
    my $end = time + $self->{patience};
    while (time < $end) {
        die 'httpd ended: ' . slurp($log) . $self->error_log if reap($pid);
        return
            if IO::Socket::INET->new(
            PeerAddr => '127.0.0.1',
            PeerPort => $self->{port}
            );
        sleep 0.05;
    }
    die "httpd does not answer.\n";
}

sub error_log ($self) {
    my $file = "$self->{root}/logs/error_log";
    return -e $file ? slurp($file) : '';
}

# --- pages -------------------------------------------------------------------

sub page ($self, $path, %option) {
    my $answer = HTTP::Tiny->new(
        max_redirect => 0,
        keep_alive   => 0,
        timeout      => 20
    )->request(
        $option{method} // 'GET',
        "http://" . ($option{host} // '127.0.0.1') . ":$self->{port}$path",
        {
            peer    => '127.0.0.1',
            headers => { 'X-Test' => 'yes' },
            content => $option{content} // ''
        }
    );
    return join "\n", "$answer->{status} $answer->{reason}",
        "type: " . ($answer->{headers}{'content-type'} // ''),
        "own: " . ($answer->{headers}{'x-own'} // ''), $answer->{content};
}

sub post ($self, $path) {
    return $self->page($path, method => 'POST', content => 'stressed');
}

# The bytes on the wire, without the lines that change by the second.
sub raw ($self, $path) {
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $self->{port}
    ) or die "Cannot connect: $!.\n";
    print {$socket} "GET $path HTTP/1.1\r\nHost: localhost\r\n"
        . "Connection: close\r\n\r\n";
    my $text = '';
    while (IO::Select->new($socket)->can_read(20)) {
        sysread $socket, $text, 65536, length $text or last;
    }
    return $text =~ s/^(?:Date|Server):.*\n//mgr;
}

# Asks for each page twice: what one request leaves behind shows in the next.
sub pages ($self, @paths) {
    my %page;
    for my $round (1, 2) {
        for my $path (@paths) {
            $page{"$path ($round)"}
                = $path =~ /nph-/ ? $self->raw($path)
                : $path =~ /post/ ? $self->post($path)
                :                   $self->page($path);
        }
    }
    return \%page;
}

1;

__END__

=head1 NAME

Mehari::MigrateSite - a site that is migrated and served

=cut
