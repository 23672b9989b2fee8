# Something is mounted over the folder of scripts, or over that of a file that
# they require, and later unmounted. After each change, the first answer of each
# script comes from the files that are visible now.

use Mehari::Test;
use File::Path            qw(make_path);
use POSIX                 ();
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(gateway_server wait_until);
use Mehari::Test::Namespace;

plan skip_all => 'only root can make a mount namespace'
    if !Mehari::Test::Namespace::enter('mount');
system(qw(mount --make-rprivate /)) == 0
    or plan skip_all => 'nothing can be mounted here';

my $SCRIPTS = 30;
my $h       = gateway_server(
    perl_pool => 'concurrency=8 lease-after=2 preload=Ahead '
        . 'env=PERL5LIB=${DOCUMENT_ROOT}/ahead',
    workers => 4,
    start   => 0,
);
my $root  = $h->document_root;
my @names = map { "page$_.pl" } 1 .. $SCRIPTS;

sub page ($version) {
    return <<~"PERL";
        #!/usr/bin/perl
        use lib "$root/lib", "$root/ahead";
        use Loaded;
        use Ahead;
        require "$root/parts/part.pl";
        select undef, undef, undef, \$ENV{QUERY_STRING} || 0;
        print "Content-Type: text/plain\\n\\n$version ",
            join(' ', \$Loaded::VERSION, \$Ahead::VERSION, part()), "\\n";
        PERL
}

# All versions of a file have the same size.
sub fill ($folder, $version, $what) {
    make_path($folder);
    my %text = (
        pages => sub {
            map { $_ => page($version) } @names;
        },
        lib =>
            sub { 'Loaded.pm' => "package Loaded; our \$VERSION = '$version'; 1;\n" },
        ahead => sub {
            'Ahead.pm' => "package Ahead; our \$VERSION = '$version'; 1;\n";
        },
        parts => sub { 'part.pl' => "sub part { return '$version' }\n1;\n" },
    );
    my %files = $text{$what}->();
    write_file("$folder/$_", $files{$_}, 0755) for keys %files;
    return;
}

my @WHAT = qw(pages lib ahead parts);
for my $what (@WHAT) {
    fill("$root/$what",     'old', $what);
    fill("$root/new/$what", 'new', $what);
}
$h->start;

sub run_mount (@words) {
    system(@words) == 0 or die "@words: $?";
    return;
}

# The answers of all scripts that come from other versions.
sub wrong (%now) {
    my $right = join(' ', map { $now{$_} // 'old' } @WHAT) . "\n";
    my @wrong;
    for my $name (@names) {
        my $body = get($h, "/pages/$name")->body // 'none';
        push @wrong, "$name: $body" if $body ne $right;
    }
    return \@wrong;
}

sub warm () {
    for my $name (@names[ 0 .. 2 ]) {
        get($h, "/pages/$name") for 1 .. 5;
    }
    return;
}

my %mount = (
    bind => sub ($what) {
        run_mount(qw(mount --bind), "$root/new/$what", "$root/$what");
    },
    tmpfs => sub ($what) {
        run_mount(qw(mount -t tmpfs none), "$root/$what");
        fill("$root/$what", 'new', $what);
    },
);

is_deeply wrong(), [], 'before anything is mounted';
for my $kind (sort keys %mount) {
    for my $what (@WHAT) {
        for my $round (1 .. 2) {
            warm();
            $mount{$kind}->($what);
            is_deeply wrong($what => 'new'), [],
                "$kind over $what, round $round";
            warm();
            # Templates are in the folder, so it is busy: without -l, umount
            # fails.
            run_mount(qw(umount -l), "$root/$what");
            is_deeply wrong(), [], "$kind over $what goes, round $round";
        }
    }
}

# A lease begins with a request, and httpd hears of the lease while that request
# runs. Here it is the slow request, if the right number of requests came
# before.
subtest 'mounted while a request runs' => sub {
    for my $round (0 .. 6) {
        get($h, "/pages/$names[0]") for 1 .. $round;
        my $pid = fork // die "fork: $!";
        if (!$pid) {
            get($h, "/pages/$names[0]?0.5");
            POSIX::_exit(0);
        }
        sleep 0.2;
        $mount{bind}->('lib');
        waitpid $pid, 0;
        is get($h, "/pages/$names[0]")->body, "old new old old\n",
            "the next request, round $round";
        run_mount(qw(umount -l), "$root/lib");
        is get($h, "/pages/$names[0]")->body, "old old old old\n",
            "and after it has gone, round $round";
    }
};

subtest 'workers that load changed code again' => sub {
    my $library = $root . '/handlers';
    my $handler = sub ($folder, $version) {
        make_path($folder);
        write_file("$folder/Handler.pm",
            "package Handler; sub handler { print '$version'; return 0 } 1;\n"
        );
    };
    $handler->($library,             'old');
    $handler->("$root/new/handlers", 'new');
    my $workers = server(
        mpm      => 'event',
        handlers => { '/w' => [ 'Handler', 'SetHandler perl-script' ] },
        config   => <<~"CONF",
            PerlPool default workers=2 reload=on
            PerlUsePool default
            PerlSwitches "-I$library"
            PerlModule Handler
            CONF
    );
    my $becomes = sub ($version) {
        return wait_until(sub { get($workers, '/w')->body eq $version });
    };
    ok $becomes->('old'), 'before anything is mounted';

   # The manager looks at most once a second, and httpd has leased the worker.
    for my $round (1 .. 3) {
        $mount{bind}->('handlers');
        ok $becomes->('new'), "mounted over their folder, round $round";
        run_mount(qw(umount -l), $library);
        ok $becomes->('old'), "and it goes, round $round";
    }
};

done_testing;
