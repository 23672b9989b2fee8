# packaging/install asks apt for missing packages only, and prints the command
# to type if it cannot install them. Scripts of this test stand in for apt,
# dpkg-query, sudo and id.

use Mehari::Test;
use File::Temp qw(tempdir);

my $tree = tempdir(CLEANUP => 1);
my $bin  = "$tree/bin";
my $root = source_root();

for my $name (qw(install progress)) {
    write_file("$tree/packaging/$name", read_file("$root/packaging/$name"),
        0755);
}
for my $name (qw(lib t)) {
    symlink "$root/$name", "$tree/$name" or die "Cannot link $name: $!.\n";
}
write_file("$tree/packaging/debian12.list", <<~'LIST');
    # A comment.
    one  # for a reason
    two-dev  # for another

    # deb
    maker  # makes packages

    # test
    three|third  # only for tests
    LIST

sub fake ($name, $script) {
    write_file("$bin/$name", "#!/bin/sh\n$script\n", 0755);
    return;
}

# Runs it for that user id, with these packages installed; returns its output,
# its exit status and the calls of apt-get.
sub install ($goal, %is) {
    my $log = "$tree/calls";
    unlink $log, glob "$bin/*";
    mkdir $bin;
    for my $tool (qw(sh cat sed dirname tr wc env head mktemp rm tail perl)) {
        my ($path) = grep { -x } map { "$_/$tool" } split /:/, $ENV{PATH};
        symlink $path, "$bin/$tool" or die "Cannot link $tool: $!.\n";
    }
    fake('id', "echo $is{uid}");
    fake('dpkg-query',
              'case $4 in '
            . join('|', 'none', @{ $is{there} })
            . ') echo -n installed ;; *) exit 1 ;; esac');
    my $lacks = join '|', 'third', @{ $is{lacks} // [] };
    fake('apt-cache',
        qq{case \$2 in $lacks) ;; *) echo "  Candidate: 1" ;; esac});
    fake(
        'apt-get',
        qq(echo "\$DEBIAN_FRONTEND \$*" >>$log\n) . (
            $is{apt_fails}
            ? 'exit 100'
            : 'echo dlstatus:1:50.0000:file 1 of 2 >&3
                [ "$4" = update ] || { echo Setting up; echo noise >&2; }'
            )
            . ($is{install_fails} ? '; [ "$4" = update ] || exit 100' : '')
    );
    fake('sudo',
        qq(echo "sudo \$1" >>$log\n)
            . ($is{sudo_refuses} ? 'exit 1' : '[ "$1" = -n ] || exec "$@"'))
        if $is{sudo};
    my $said = do {
        local $ENV{PATH} = $bin;
        `$tree/packaging/install $goal 2>&1 </dev/null`;
    };
    my $status = $? >> 8;
    return ($said, $status, -e $log ? read_file($log) : '');
}

my @all = qw(one two-dev maker three);

subtest 'nothing is missing' => sub {
    my ($said, $status, $calls) = install('test', uid => 0, there => \@all);
    is $status, 0,  'a run with all packages exits with 0';
    is $said,   '', 'nothing is printed if no package is missing';
    is $calls,  '', 'asks nothing of apt';
};

subtest 'the name of another release' => sub {
    my ($said, $status)
        = install('test', uid => 0, there => [qw(one two-dev maker third)]);
    is $said, '', 'a package with another name is there';
};

subtest 'root' => sub {
    my ($said, $status, $calls)
        = install('test', uid => 0, there => [qw(two-dev maker)]);
    is $status, 0, 'root installs and exits with 0';
    is $said, "Installing 2 Debian packages: one three \n",
        'nothing that apt says is printed';
    my @calls = split /\n/, $calls;
    is @calls, 2, 'apt-get is called twice';
    like $calls[0], qr/^noninteractive -qq -o APT::Status-Fd=3 update$/,
        'apt-get updates its lists first';
    like $calls[1],
        qr/^noninteractive -qq .*-no-install-recommends.* one three$/,
        'apt-get installs the missing packages';
};

subtest 'a release that lacks a package' => sub {
    my ($said, $status, $calls) = install(
        'test',
        uid   => 0,
        there => [qw(two-dev maker)],
        lacks => ['one']
    );
    is $status, 0, 'the others are installed';
    like $said, qr/^This system has no package one\.$/m, 'it is named';
    like $calls, qr/-no-install-recommends.* install three$/m,
        'apt-get is not asked for it';
};

subtest 'what only the tests need is not for ./run' => sub {
    my ($said, $status, $calls)
        = install('run', uid => 0, there => [ 'one', 'two-dev' ]);
    is $status, 0,  './run without packages for tests exits with 0';
    is $calls,  '', './run does not install packages for tests';
};

subtest 'make deb takes what makes a package too' => sub {
    my ($said, $status, $calls) = install('deb', uid => 0, there => ['one']);
    is $status, 0, 'make deb exits with 0';
    like $calls, qr/ install two-dev maker$/m,
        'make deb installs the packages that it needs';
};

subtest 'apt fails when it installs' => sub {
    my ($said, $status) = install(
        'run',
        uid           => 0,
        there         => ['one'],
        install_fails => 1
    );
    is $status, 1, 'a failed apt exits with 1';
    like $said, qr/^Setting up\nnoise\n.*could not install them/ms,
        'the output of a failed apt is shown';
};

subtest 'a user with sudo' => sub {
    my ($said, $status, $calls)
        = install('run', uid => 1000, there => ['one'], sudo => 1);
    is $status, 0, 'a user with sudo installs and exits with 0';
    like $calls, qr/^sudo env\nnoninteractive .* install two-dev$/m,
        'sudo runs apt-get for a user';
};

my $type = qr/^    apt-get install --no-install-recommends two-dev three $/m;

for (
    [ 'a user without sudo', 'not here', uid => 1000 ],
    [
        'a user whom sudo refuses', 'not allow',
        uid          => 1000,
        sudo         => 1,
        sudo_refuses => 1
    ],
    [ 'apt fails', 'update failed', uid => 0, apt_fails => 1 ],
    )
{
    my ($name, $why, %is) = @$_;
    subtest $name => sub {
        my ($said, $status) = install('test', %is, there => [qw(one maker)]);
        is $status, 1, 'a user who cannot install exits with 1';
        like $said, qr/packages are missing, and .*$why/,
            'the message says why packages are missing';
        like $said, qr/^    two-dev\n    three$/m,
            'the message names the missing packages';
        like $said, $type, 'the command to type';
    };
}

subtest 'the list of this project' => sub {
    my (%seen, @wrong);
    for my $line (split /\n/, read_file("$root/packaging/debian12.list")) {
        next if $line =~ /^#|^$/;
        my ($name) = $line =~ /^([a-z0-9][a-z0-9.+-]+)(?:\|\S+)?  # \S/;
        push @wrong, $line                    if !$name || $seen{$name}++;
        push @wrong, "$name starts a service" if ($name // '') eq 'apache2';
    }
    is_deeply \@wrong, [],
        'each package is listed once, with its reason, and is no service';
};

done_testing;
