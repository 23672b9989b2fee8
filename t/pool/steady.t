# Variables that have one value in nearly all requests to a script, for example
# its name. A zygote goes on after a look at such a variable, and serves no
# request with another value.

use Mehari::Test;
use Time::HiRes qw(sleep);
use Mehari::Test::Pool;

my $pool = Mehari::Test::Pool->new(
    processes    => 16,
    concurrency  => 4,
    idle_timeout => 30,
    queue        => 50
);

# A script that prints the values that it saw, and the process that forked it;
# 'perl' if it was executed.
sub script ($name, $look) {
    my $script = $pool->script("$name.pl", <<~"PERL");
        #!/usr/bin/perl
        our \$seen = join '|', map { \$_ // 'none' } $look;
        print "\$seen \$ENV{QUERY_STRING} ",
            readlink('/proc/self/exe') =~ /perl/ ? 'perl' : getppid, "\\n";
        PERL
    sleep 0.03;
    return $script;
}

my $script;
my $number = 0;

# The zygote's process id, or 'perl'.
sub ask ($expected, @environ) {
    my $x = ++$number;
    my $answer
        = $pool->run($script, environ => [ @environ, "QUERY_STRING=$x" ]);
    my ($seen, $own, $parent) = split / /, $answer->{out} =~ s/\n\z//r;
    is "$seen $own", "$expected $x", "asked with @environ";
    return $parent eq 'perl' ? $parent : $pool->zygote_of($parent);
}

# Asks with all values until no request is executed; returns the zygote of all.
sub settled ($name, @values) {
    for (1 .. 200) {
        my %zygote = map { ask($_, "$name=$_") => 1 } @values;
        return (keys %zygote)[0] if keys %zygote == 1 && !$zygote{perl};
        sleep 0.03;
    }
    return 'none';
}

subtest 'a name' => sub {
    $script = script('name', '$ENV{SCRIPT_NAME}');
    my $zygote = ask('/a', 'SCRIPT_NAME=/a');
    is ask('/a', 'SCRIPT_NAME=/a'), $zygote, 'one zygote';
    ask('/a', 'SCRIPT_NAME=/a') for 1 .. 40;
    is ask('/b', 'SCRIPT_NAME=/b'), 'perl',  'another name is executed';
    is ask('/a', 'SCRIPT_NAME=/a'), $zygote, 'which costs no zygote';
    is ask('none'),                 'perl',  'no name, too';
    is ask('/a', 'SCRIPT_NAME=/a'), $zygote, 'nor does that';
    my $other = settled('SCRIPT_NAME', '/b');
    isnt $other, $zygote, 'if many come by another name, they get a zygote';
    is ask('/b', 'SCRIPT_NAME=/b'), $other, 'and share it';
    $other = settled('SCRIPT_NAME', 'a' .. 'e');
    is ask('/f', 'SCRIPT_NAME=/f'), $other,
        'if they are of many names, one serves them all';
    is ask('/a', 'SCRIPT_NAME=/a'), $other, 'and the first';
};

subtest 'a value is what it is, or is there' => sub {
    $script = script('exists',
        '(exists $ENV{HTTP_HOST} ? 1 : 0), defined $ENV{SERVER_NAME} ? 1 : 0'
    );
    my $zygote = ask('1|1', 'HTTP_HOST=h', 'SERVER_NAME=s');
    is ask('1|1', 'HTTP_HOST=h', 'SERVER_NAME=s'), $zygote, 'one zygote';
    is ask('0|1', 'SERVER_NAME=s'), 'perl', 'another is executed';
};

for my $case (
    [ 'REMOTE_USER', 'anna',   'berta' ],
    [ 'PATH_INFO',   '/one',   '/two' ],
    [ 'AUTH_TYPE',   'Digest', 'Basic' ],
    )
{
    my ($name, @values) = @$case;
    subtest "$name is only taken to be absent" => sub {
        $script = script(lc "$name-none", "\$ENV{$name}");
        my $zygote = ask('none');
        is ask('none'), $zygote, 'one zygote';
        ask('none') for 1 .. 40;
        is ask($_, "$name=$_"), 'perl', 'others are executed' for @values;
        is ask('none'), $zygote, 'which costs no zygote';
        $script = script(lc "$name-some", "\$ENV{$name}");
        $zygote = ask($values[0], "$name=$values[0]");
        is ask($values[1], "$name=$values[1]"), $zygote,
            'if the first has one, the zygote stops there';
        is ask('none'), $zygote, 'and serves all';
    };
}

done_testing;
