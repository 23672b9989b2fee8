# Compiled scripts are replaced after a number of requests and after a time, and
# no request waits for that. So the choices of a compilation (addresses, a seed)
# do not stay for ever.

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Rollback;

my $SCRIPT = <<'EOF_SCRIPT';
#!/usr/bin/perl
my ($seed, $address);
BEGIN { $address = \my @array; $address =~ s/.*0x// }
print getppid, " $address\n";
EOF_SCRIPT

my %zygote_of;

# The zygote that answers, its parent, an address of the compilation.
sub ask ($pool, $script) {
    my $answer = $pool->run($script);
    my ($parent, $address) = split ' ', $answer->{out};
    # A template may end with its last request.
    my $zygote = $zygote_of{$parent} ||= $pool->zygote_of($parent);
    my ($base)
        = (eval { read_file("/proc/$zygote/stat") } // '') =~ /\) \S (\d+)/;
    return {
        zygote  => $zygote,
        address => $address,
        base    => $base,
        notices => $answer->{notices}
    };
}

subtest 'after a number of requests' => sub {
    plan skip_all => rollback_missing() if rollback_missing();
    my $pool   = Mehari::Test::Pool->new(requests => 20);
    my $script = $pool->script('hello.pl', $SCRIPT);
    my (%served, %address);
    $pool->wait_until(
        sub {
            my $answer = ask($pool, $script);
            $served{ $answer->{zygote} }++;
            $address{ $answer->{address} }++;
            return keys %served > 4;
        },
        30
    );
    cmp_ok scalar keys %served, '>', 4, 'another zygote takes its place';
    is scalar(grep { $_ < 20 } values %served), 1,
        'each zygote but the last has served so many requests';
    cmp_ok scalar keys %address, '>', 2, 'addresses are others then';
    like $pool->run($script)->{out}, qr/\A\d+ /,
        'a script is served after its zygotes were replaced';
};

subtest 'after a time, with the perl that it was forked from' => sub {
    my $pool   = Mehari::Test::Pool->new(age => 1);
    my $script = $pool->script('hello.pl', $SCRIPT);
    my $first  = ask($pool, $script);
    my $last   = $first;
    ok $pool->wait_until(
        sub {
            $last = ask($pool, $script);
            return $last->{zygote} != $first->{zygote};
        }
        ),
        'another zygote takes its place';
    ok $last->{base}, 'a zygote has a parent';
    isnt $last->{base}, $first->{base},
        'a recycled zygote has another parent';
    ok $pool->wait_until(sub { !kill 0, $first->{$_} }), "the first $_ ends"
        for qw(zygote base);
};

subtest 'with memory that is put back' => sub {
    plan skip_all => rollback_missing() if rollback_missing();
    for my $setting ([ requests => 20 ], [ age => 1 ]) {
        my $pool   = Mehari::Test::Pool->new(restore => 1, @$setting);
        my $script = $pool->script('hello.pl', $SCRIPT);
        my %zygote;
        ok $pool->wait_until(
            sub {
                my $answer = ask($pool, $script);
                $zygote{ $answer->{zygote} }++ if $answer->{zygote};
                return keys %zygote > 3;
            },
            30
            ),
            "$setting->[0]: others take their place";
        my ($last) = ask($pool, $script)->{zygote};
        my @old = grep { $_ != $last } keys %zygote;
        ok $pool->wait_until(
            sub {
                my $running = grep { kill 0, $_ } @old;
                return $running < @old;
            }
            ),
            "$setting->[0]: the old ones end";
    }
};

# A file is changed by another name, made later, so that no notice comes. The
# zygote that should replace the old one does not compile.
subtest 'when the next does not compile' => sub {
    my $pool   = Mehari::Test::Pool->new(requests => 3);
    my $script = $pool->script('hello.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
BEGIN { require './library.pl' }
print "runs\n";
EOF_SCRIPT
    my $library = write_file($pool->path('library.pl'), "1;\n", 0644);
    my $other   = $pool->path('other');
    mkdir $other or die "mkdir: $!.\n";
    is $pool->run($script)->{out}, "runs\n",
        'the script runs before its folder changes'
        for 1 .. 2;
    link $library, "$other/name" or die "link: $!.\n";
    write_file("$other/name", qq{die "no\\n";\n});
    ok $pool->wait_until(
        sub { ($pool->run($script)->{err} // q{}) =~ /^no$/m }, 30
        ),
        'a script that does not compile fails after its limit';
    write_file($library, "1;\n");
    ok $pool->wait_until(sub { $pool->run($script)->{out} eq "runs\n" }),
        'a script that compiles again runs';
};

done_testing;
