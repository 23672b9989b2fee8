# ./run and ./test install, then make, and ./run serves; as root from a directory that httpd's
# user cannot enter they work in a copy, and remove it.

use Mehari::Test;
use Cwd        qw(abs_path);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Mehari::Test::Machine;

# The modes of files that are tested need this umask; Debian testing gives a
# new user another one.
umask 022;

my $tree = abs_path(tempdir(CLEANUP => 1));
my $root = source_root();

for my $name (qw(run test packaging/go)) {
    write_file("$tree/top/$name", read_file("$root/$name"), 0755);
}
write_file("$tree/top/packaging/install", <<~"SH", 0755);
    #!/bin/sh
    echo "install \$*"
    exit \${INSTALL_STATUS:-0}
    SH
write_file("$tree/top/Makefile", <<~"MAKE");
    .PHONY: program test
    program:
    \t\@echo make \$@
    test:
    \t\@echo "make \$@ TESTS=\$(TESTS)\$(QUICK)"
    \t\@pwd; ls -ld . | cut -c 1-10; exit \$(or \$(STATUS),0)
    MAKE

write_file("$tree/top/bin/mehari", <<~'SH', 0755);
    #!/bin/sh
    printf 'mehari'; printf '<%s>' "$@"
    echo; pwd; ls -ld . | cut -c 1-10; exit ${STATUS:-0}
    SH
symlink "$root/lib", "$tree/top/lib" or die "symlink: $!";
mkdir "$tree/top/examples" or die "mkdir: $!";
write_file("$tree/top/examples/a.pl", "#!/usr/bin/perl\n", 0755);

for my $name (qw(a b x)) {
    make_path("$tree/top/t/$name");
}

# Removes the variables that the make which runs this test has set.
delete @ENV{qw(MAKEFLAGS MAKEOVERRIDES MFLAGS QUICK TESTS)};

sub command ($line) {
    my $said = `cd / && $line 2>&1`;
    return ($said, $? >> 8);
}

chmod 0755, $tree;
my $port = free_port();
my $run  = "$tree/top/run --port $port";
my ($said, $status) = command($run);
is $status, 0, './run with a path exits with 0';
is $said,
    "install run\nmake program\nmehari<serve><--port><$port><examples>\n"
    . "$tree/top\ndrwxr-xr-x\n",
    './run installs packages, builds, and serves the examples';

# The command works in another directory.
my $odd = q{a dir's $HOME};
write_file("$tree/$odd/a.pl", "#!/usr/bin/perl\n", 0755);
($said, $status) = command("cd $tree && $run 'a dir'\\''s \$HOME'");
like $said, qr/^mehari<serve><--port><$port><\Q$tree\/$odd\E>$/m,
    'a directory is found from elsewhere, whatever its name';

($said, $status) = command("STATUS=3 $run");
is $status, 3, 'the status is that of the server';
unlike $said, qr/\*\*\*/, 'make has no word about it';

mkdir "$tree/empty" or die "mkdir: $!";
for (
    [ "$tree/top/run $tree/empty" => 1, 'has no Perl scripts' ],
    [ "$run --prot 81"            => 2, 'do you mean --port' ],
    )
{
    my ($line, $expected, $words) = @$_;
    ($said, $status) = command($line);
    is $status, $expected, "$words: the status";
    like $said, qr/\Ainstall run\nmehari: .*\Q$words\E/,
        '... and the sentence, before the build';
    unlike $said, qr/^make/m, '... without the build';
}

($said, $status) = command("$tree/top/test t/a t/b");
like $said, qr/\Ainstall test\nmake test TESTS=t\/a t\/b\n/,
    './test gives its files to make';

($said, $status) = command("$tree/top/test --quick");
like $said, qr/^make test TESTS=--quick$/m,
    './test --quick gives the option to make';

($said, $status) = command("$tree/top/test --quick t/a");
like $said, qr/^make test TESTS=t\/a--quick$/m,
    './test --quick gives its folder to make';

($said, $status) = command("$tree/top/test t/a t/nothere");
is $status, 2, 'a missing test';
is $said, "$tree/top/test: there is no test t/nothere.\n",
    'is named before anything is installed';

($said, $status) = command("STATUS=1 $tree/top/test");
isnt $status, 0, 'a failure is told';

($said, $status) = command("INSTALL_STATUS=1 $tree/top/test");
isnt $status, 0,                'make is not called without the packages';
is $said,     "install test\n", 'the packages are asked for before a test';

SKIP: {
    skip 'only root starts httpd as somebody else', 5 if $> != 0;
    chmod 0700, $tree;
    ($said, $status) = command("STATUS=1 $tree/top/test t/x");
    isnt $status, 0, 'a failure is told from a copy';
    like $said, qr/^make test TESTS=t\/x$/m, 'make runs the test in the copy';
    my ($copy) = $said =~ m{^(/var/tmp/mehari-\w+), and removes the copy}m;
    ok $copy, 'a folder that others cannot read is copied';
    like $said, qr/^\Q$copy\E\ndrwxr-xr-x$/m, 'the copy can be read by all';
    ok !-e $copy, 'the copy is gone afterwards';
}

done_testing;
