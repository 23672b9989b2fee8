# ./run and ./test install, then make; as root from a directory that httpd's
# user cannot enter they work in a copy, and remove it.

use Mehari::Test;
use Cwd        qw(abs_path);
use File::Path qw(make_path);
use File::Temp qw(tempdir);

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
    .PHONY: run test
    run test:
    \t\@printf 'make %s ARGS=' \$@; printf '<%s>' \$(ARGS)
    \t\@echo " TESTS=\$(TESTS)\$(QUICK)"
    \t\@pwd; ls -ld . | cut -c 1-10; exit \$(or \$(STATUS),0)
    MAKE

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
my ($said, $status) = command("$tree/top/run");
is $status, 0, './run with a path exits with 0';
is $said,
    "install run\nmake run ARGS=<examples> TESTS=\n$tree/top\ndrwxr-xr-x\n",
    './run installs packages and calls make run';

($said, $status) = command("$tree/top/run --port 81");
like $said, qr/^make run ARGS=<--port><81><examples> TESTS=$/m,
    './run gives its arguments to make';

# make runs in another directory, and its shell reads the name.
my $odd = q{a dir's $HOME};
mkdir "$tree/$odd" or die "mkdir: $!";
($said, $status) = command("cd $tree && top/run 'a dir'\\''s \$HOME'");
like $said, qr/^make run ARGS=<\Q$tree\/$odd\E> TESTS=$/m,
    'a directory is found from elsewhere, whatever its name';

($said, $status) = command("$tree/top/test t/a t/b");
like $said, qr/\Ainstall test\nmake test ARGS=<> TESTS=t\/a t\/b\n/,
    './test gives its files to make';

($said, $status) = command("$tree/top/test --quick");
like $said, qr/^make test ARGS=<> TESTS=--quick$/m,
    './test --quick gives the option to make';

($said, $status) = command("$tree/top/test --quick t/a");
like $said, qr/^make test ARGS=<> TESTS=t\/a--quick$/m,
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
    like $said, qr/^make test ARGS=<> TESTS=t\/x$/m,
        'make runs the test in the copy';
    my ($copy) = $said =~ m{^(/var/tmp/mehari-\w+), and removes the copy}m;
    ok $copy, 'a folder that others cannot read is copied';
    like $said, qr/^\Q$copy\E\ndrwxr-xr-x$/m, 'the copy can be read by all';
    ok !-e $copy, 'the copy is gone afterwards';
}

done_testing;
