# The commands that the README, the guides and the examples tell to type work
# as they stand: `bin/mehari` in a checkout, `mehari` where it is installed.
# Only the paths are replaced, by those of a site that is made for the test.
# Commands of other programs have a row here with the test that runs them.

use Mehari::Test;
use File::Temp  qw(tempdir);
use POSIX       qw(:sys_wait_h _exit);
use Time::HiRes qw(sleep time);
use Mehari::Command::Bench;
use Mehari::Tune::Task;
use Mehari::Test::Guides qw(commands here others site_files);

my $root = source_root();
my $dir  = site_files();

# A server with mod_cgi, for `mehari migrate`.
my $site = server(
    module  => undef,
    modules => [qw(cgid)],
    config  => "ScriptAlias /cgi-bin/ $dir/srv/www/cgi-bin/\n",
    start   => 0,
);
$site->configtest;
my $running = server(files => { 'list.pl' => 'x' });

my @COMMANDS = map {
    my ($page, $command) = @$_;
    [
        $page,
        here(
            $dir, $command,
            conf => $site->root . '/conf/httpd.conf',
            pid  => $running->root . '/logs/httpd.pid',
            url  => 'http://127.0.0.1:' . $running->port,
        )
    ];
} commands();
cmp_ok scalar @COMMANDS, '>', 60, 'the pages have more than 60 commands';

# --- the two trees ------------------------------------------------------------

# The folder of the installed command, and the module; none: this is no build
# that can be installed.
sub installed () {
    my $module = Mehari::Httpd::Config::module_file('mehari');
    return
        if $module !~ m{\A\Q$root\E/build[\w-]*/} || !-w "$root/build";
    my $dest = tempdir(CLEANUP => 1);
    chmod 0755, $dest;
    `cd $root && DESTDIR=$dest meson install -C build --no-rebuild 2>&1`;
    return if $?;
    my ($bin) = `find $dest -type d -name bin`   =~ m{\A(.*/bin)$}m;
    my ($so)  = `find $dest -name mod_mehari.so` =~ m{\A(.*)$}m;
    return ($bin, $so);
}
my ($bin, $so) = installed();
note $bin ? "installed in $bin" : 'not installed: the checkout answers';
local $ENV{PATH} = ($bin // "$root/bin") . ":$ENV{PATH}";
local $ENV{HOME} = "$dir/home";

# --- each kind of command -----------------------------------------------------

# Removes words that would change the machine, or open a window.
sub words ($command) {
    $command =~ s/ --open\b//;
    $command =~ s/ --user \w+// if $> != 0;
    $command =~ s/ --user \w+/ --user nobody/;
    return $command;
}

sub run ($command) {
    my $said = `cd $dir && $command 2>&1 </dev/null`;
    return ($said, $? & 127 ? 255 : $? >> 8);
}

# The arguments, as the shell splits them.
sub arguments ($command) {
    my @words = split /\0/, `cd $dir && printf '%s\\0' $command`;
    return @words[ 2 .. $#words ];
}

# Commands that measure for minutes are only read: their options, names and
# files.
sub bench ($command) {
    chdir $dir or die "Cannot enter $dir: $!\n";
    my %option = Mehari::Command::Bench::options_of(arguments($command));
    my $self   = bless {%option}, 'Mehari::Command::Bench';
    return 1 if grep { $option{$_} } qw(compare urls memory soak);
    return 1 if "@{ $option{suite} // [] }" eq 'cold';
    my @setups = $self->find_setups;
    return @setups || $option{suite} ? 1 : 0;
}

sub tune ($command) {
    my %option;
    my @words = arguments($command);
    Mehari::Command::Usage->options('doctor', \@words, \%option, 'tune',
        Mehari::Tune::Task->options);
    return ref Mehari::Tune::Task::checked(\%option, @words);
}

# A server is asked once, and ended as by Ctrl-C.
sub serve ($command) {
    my ($name, @rest) = $command =~ /\A(\S+) serve(.*)/s;
    my $log = "$dir/serve.log";
    unlink $log;
    defined(my $pid = fork) or die "fork: $!\n";
    if (!$pid) {
        open STDIN,  '<',  '/dev/null';
        open STDOUT, '>',  $log;
        open STDERR, '>&', \*STDOUT;
        chdir $dir or _exit(9);
        exec '/bin/sh', '-c', "exec $name serve --port 0 @rest" or _exit(9);
    }
    my $end = time + 60;
    my ($said, $ended) = ('', 0);
    while (time < $end && !$ended) {
        $said = -e $log ? read_file($log) : '';
        last if $said =~ m{https?://\S+/\n};
        $ended = waitpid($pid, WNOHANG) == $pid;
        sleep 0.05;
    }
    return ($said, $? >> 8 || 1) if $ended;
    kill INT => $pid;
    waitpid $pid, 0;
    return ($said, $said =~ m{https?://\S+/\n} ? $? >> 8 : 1);
}

sub read_only ($title, $code, $command) {
    my $good = eval { $code->($command) };
    ok $good, $title or diag $@;
    return;
}

# These commands may end with 1: if they find something, or if they need a
# server of the system.
my %FINDS = map { $_ => 1 } qw(check doctor explain profile top);

sub works ($page, $command) {
    my ($kind) = $command =~ /mehari (\w+)/;
    $command = words($command);
    local $ENV{MEHARI_MODULE} = $so
        if defined $so && $command =~ /\Amehari /;
    $command =~ s{( migrate )}{$1--module $ENV{MEHARI_MODULE} }
        if $ENV{MEHARI_MODULE};
    my $title = "$page: $command";
    return read_only($title, \&bench, $command) if $kind eq 'bench';
    return read_only($title, \&tune,  $command) if $command =~ / --tune\b/;

    # t/examples starts each.
    return ok(-d "$dir/$1", $title)
        if $page =~ /\Aexamples/ && $command =~ m{ (examples/\w+)\z};
    return pass("$title: needs a terminal") if $command =~ / --debug\b/;
    my ($said, $status) = $kind eq 'serve' ? serve($command) : run($command);
    ok length $said && ($status == 0 || $FINDS{$kind} && $status == 1), $title
        or diag "status $status: $said";
    return;
}

# Commands that only read come before those that write.
for my $row (
    sort {
        $a->[1] =~ /--(?:apply|revert)/ <=> $b->[1] =~ /--(?:apply|revert)/
            || ($a->[1] =~ /--revert/)  <=> ($b->[1] =~ /--revert/)
    } @COMMANDS
    )
{
    works(@$row);
}

# Some quick commands also run in the checkout.
local $ENV{PATH} = "$root/bin:$ENV{PATH}";
for my $command (qw(explain doctor), 'top --memory') {
    my ($row) = grep { $_->[1] =~ /\Amehari $command\b/ } @COMMANDS;
    works("$row->[0], in a checkout", $row->[1] =~ s{\Amehari}{bin/mehari}r)
        if $row;
}

# --- commands of other programs -----------------------------------------------

# A command, and the test that runs it; none: the program belongs to the system.
my @OTHERS = (
    [ qr{^\./(?:run|test)\b},                         't/build/commands.t' ],
    [ qr{^packaging/deb\b|\bmake deb\b},              't/build/deb.t' ],
    [ qr{^apt install \./build-deb/},                 't/build/deb.t' ],
    [ qr{^packaging/cpan\b|^tar xzf Apache2-},        't/build/talk.t' ],
    [ qr{^perl (?:Makefile\.PL|-pi -e)},              't/build/talk.t' ],
    [ qr{^make(?: test| install| && make install)?$}, 't/build/talk.t' ],
    [ qr{^`apxs -q SBINDIR`/apachectl},               't/build/talk.t' ],
    [ qr{^make install PREFIX=},                      't/build/install.t' ],
    [ qr{^make rpm|^dnf install build-rpm},           't/build/rpm.t' ],
    [ qr{apt-repository|^sed 's\|\@uri},              't/build/debian13.t' ],
    [
        qr{^apt update && apt install libapache2-mod-mehari},
        't/build/debian13.t'
    ],
    [ qr{^packaging/on (?:trixie|--user|--security)}, 't/build/debian13.t' ],
    [ qr{^packaging/prove .*t/cgi/packages\.t},       't/cgi/packages.t' ],
    [
        qr{^packaging/prove .*t/worker/applications\.t},
        't/worker/applications.t'
    ],
    [ qr{^packaging/prove .*t/cgi/prefork}, 't/build/prove.t' ],
    [ qr{^podman },                         't/build/debian13.t' ],
    [ qr{^kubectl apply},                   't/scale/kubernetes.t' ],
    [ qr{^promtool test},                   't/scale/monitoring.t' ],
    [ qr{/revert\.sh$},                     't/migrate/removal.t' ],
    [
        qr{^a2en(?:mod proxy|conf front)|^cp -r examples/front},
        't/front/front.t'
    ],
    [ qr{^openssl rand|^curl -H "X-Mehari-Profile}, 't/profile/embedded.t' ],
    [ qr{^examples/trace/},                         't/build/probes.t' ],
    [ qr{^curl .*/deflate$},                        't/examples/gzip.t' ],
    [ qr{^curl .*Server-Timing},                    't/examples/timeit.t' ],
    [ qr{^curl --limit-rate},                       't/examples/upload.t' ],
    [ qr{^apachectl -X},                            't/debug/apache_db.t' ],
    [ qr{^rm /etc/apache2/conf-},                   't/build/deb.t' ],
    [qr{^packaging/on bookworm packaging/cross}],    # qemu
    [qr{^apachectl (?:graceful|start|stop|configtest)}],
    [qr{^a2(?:dis|en)mod (?:perl|mehari)}],
    [qr{^useradd |^cp mehari\.gpg |^jq |^dnf builddep |^apt-get install }],
);

subtest 'commands of other programs' => sub {
    my %used;
    for my $row (others()) {
        my ($page, $command) = @$row;
        $command =~ s/\bsudo //g;
        $command =~ s/\A(?:[A-Z]\w*=(?:"[^"]*"|\S+) )+//;
        my ($known) = grep { $command =~ $OTHERS[$_][0] } 0 .. $#OTHERS;
        ok defined $known, "$page: $command";
        $used{$known} = 1 if defined $known;
    }
    for my $row (@OTHERS[ grep { !$used{$_} } 0 .. $#OTHERS ]) {
        fail "no page has a command like $row->[0]";
    }
    ok -f "$root/$_->[1]", "$_->[1] is there" for grep { $_->[1] } @OTHERS;
};

done_testing;
