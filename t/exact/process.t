# A script's view of its own process is what perl would show it: the same
# scripts are executed, and run in a pool, both shared and compiled for each
# request.

use Mehari::Test;
use POSIX       ();
use Time::HiRes qw(sleep time);
use Mehari::Test::Pool;

# Resets signals that nohup or a shell's background ignores: an executed program
# would inherit that, while a pool's scripts begin with httpd's settings.
local @SIG{qw(HUP INT QUIT)} = ('DEFAULT') x 3;

my $pool = Mehari::Test::Pool->new(ready => 2);

# Executes a script as mod_cgi does: (its output, its wait status).
sub executed ($path, @words) {
    my ($out, $err) = map { $pool->path($_) } qw(plain.out plain.err);
    my $pid = fork // die "Cannot fork: $!.\n";
    if (!$pid) {
        %ENV = (PATH => '/usr/local/bin:/usr/bin:/bin');
        chdir $pool->{dir};
        open STDIN,  '<', '/dev/null';
        open STDOUT, '>', $out;
        open STDERR, '>', $err;
        POSIX::close($_) for 3 .. 255;
        exec {$path} $path, @words or POSIX::_exit(127);
    }
    waitpid $pid, 0;
    return { out => read_file($out), err => read_file($err), status => $? };
}

my $number = 0;

# %option: words: the arguments; tells: compile-time code that prevents
# sharing.
sub same ($name, $text, %option) {
    my $words = $option{words} // [];
    my $line  = $option{line}  // '#!/usr/bin/perl';
    for my $tells ('', 'BEGIN { my $pid = $$ }') {
        my $how  = $tells ? 'compiled for each' : 'shared';
        my $path = $pool->script('case' . ++$number, "$line\n$tells\n$text");
        my $want = executed($path, @$words);
        for my $round (1 .. 3) {
            my $got = $pool->run($path, arguments => $words);
            is $got->{$_}, $want->{$_}, "$name, $how, round $round: $_"
                for qw(out err status);
        }
    }
    return;
}

my $read = <<'EOF_SCRIPT';
sub content { open my $in, '<', "/proc/self/$_[0]" or die; local $/; <$in> }
sub shown { content($_[0]) =~ tr/\0/|/r }
EOF_SCRIPT

same 'names', <<'EOF_SCRIPT', words => [qw(one two)];
print "$0 $^X @ARGV\n@INC\n", __FILE__, ' ', __LINE__, ' ', __PACKAGE__, "\n";
print join(',', map { "$_=$INC{$_}" } sort keys %INC), "\n";
EOF_SCRIPT

same 'command line, as ps shows it',
    $read . <<'EOF_SCRIPT', words => ['word'];
print shown('cmdline'), "\n", content('comm'), shown('environ'), "\n";
EOF_SCRIPT

same 'command line, changed', $read . <<'EOF_SCRIPT', words => ['word'];
$0 = 'another';
print shown('cmdline'), "\n", content('comm'), "$0\n";
$0 = 'long' x 100;
print length content('cmdline'), ' ', `echo \$PATH`;
EOF_SCRIPT

same 'signals', $read . <<'EOF_SCRIPT';
print grep { /^(?:Sig(?:Blk|Ign|Cgt)|ShdPnd)/ } split /^/, content('status');
print join ',', grep { defined $SIG{$_} } sort keys %SIG;
EOF_SCRIPT

same 'descriptors', <<'EOF_SCRIPT';
opendir my $dir, '/proc/self/fd' or die;
print join(' ', sort grep { /\d/ } readdir $dir), "\n";
open my $in, '<', $0 or die;
print fileno $in, "\n";
EOF_SCRIPT

same 'DATA', <<'EOF_SCRIPT';
print fileno DATA, ' ', tell DATA, ' ', <DATA>;
seek DATA, 0, 0;
print scalar <DATA>;
__END__
first
second
EOF_SCRIPT

same 'taint', <<'EOF_SCRIPT', line => '#!/usr/bin/perl -T';
print "${^TAINT} @INC\n";
eval { system "echo $ENV{PATH}" };
print $@;
use Scalar::Util 'tainted';
print map { tainted($_) ? 1 : 0 } $0, $^X, $ARGV[0], $ENV{PATH};
EOF_SCRIPT

same 'switches', <<'EOF_SCRIPT', line => '#!/usr/bin/perl -wlCSA';
my $none;
print "x$none";
print "${^UNICODE} \x{263a}";
print join ',', PerlIO::get_layers(STDOUT);
EOF_SCRIPT

same 'errno', 'print $! + 0; eval { die "x\n" }; die "with what\n";';
same 'warnings of the compilation',
    <<'EOF_SCRIPT', line => '#!/usr/bin/perl -w';
my $x = 1;
my $x = 2;
$once = 3;
warn "of the run\n";
EOF_SCRIPT

# Several at once have each their own place in what they share.
my $counter = $pool->script('counter', <<'EOF_SCRIPT');
#!/usr/bin/perl
my $line;
while (defined($line = <DATA>)) { print $line; select undef, undef, undef, 0.01 }
__DATA__
1
2
3
EOF_SCRIPT
$pool->run($counter);
my @requests = map { $pool->send($counter) } 1 .. 4;
is $pool->answer($_)->{out}, "1\n2\n3\n", 'DATA of several at once'
    for @requests;

# The keys of a hash come in another order, the random numbers are others.
my $random = $pool->script('random', <<'EOF_SCRIPT');
#!/usr/bin/perl
my %hash = map { $_ => 1 } 1 .. 100;
print join(',', keys %hash), ' ', rand, "\n";
EOF_SCRIPT
my (%order, %number);
for (1 .. 6) {
    my ($keys, $value) = split ' ', $pool->run($random)->{out};
    $order{$keys}++;
    $number{$value}++;
}
is scalar keys %number, 6, 'random numbers are new';
cmp_ok scalar keys %order, '>', 1, 'the order of keys is';

# After some requests the module is loaded ahead, where the compilation stops: in
# the middle of the assignment.
my $sets = $pool->script('sets_time', <<'EOF_SCRIPT');
#!/usr/bin/perl
require POSIX;
BEGIN { $^T = 1000 }
print $^T;
EOF_SCRIPT
my %time;
my $until = time + 3;
while (time < $until) {
    $time{ $pool->run($sets)->{out} }++;
    sleep 0.05;
}
is_deeply [ keys %time ], [1000], '$^T as the script has set it';

done_testing;
