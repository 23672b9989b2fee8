# Scripts that load modules come from a base that has the list of common modules,
# and others from one without: a script pays only for what it needs.

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Process;

my $pool = Mehari::Test::Pool->new;
my $HEAD = "#!/usr/bin/perl\n";
my $END  = 'print "@{[ $$ ]}\n";';

# The process below the manager from which a request's process comes.
sub base_of ($script) {
    my $manager = $pool->manager;
    my $request = $pool->send($script);
    my $pid;
    $pool->wait_until(
        sub { ($pid) = read_file($request->{out}) =~ /^(\d+)$/m });
    while ($pid) {
        my $parent = parent_of($pid);
        last if $parent == $manager;
        $pid = $parent;
    }
    write_file($pool->path('go'), '');
    $pool->answer($request);
    unlink $pool->path('go');
    return $pid;
}

# Each request holds its process until the file "go" exists.
my $go   = $pool->path('go');
my $hold = "\$| = 1; $END select undef, undef, undef, 0.01 until -e '$go';\n";
my %script = (
    plain  => "",
    pragma => "use strict; use warnings;\n",
    module => "use Time::Local;\n",
    second => "    require File::Basename;\n",
    late   => "my \@t = localtime(time + \$\$); my \$m = 'Time::Local';"
        . " eval qq{require \$m; 1} or die \$@;\n",
);
my %path = map { $_ => $pool->script("$_.pl", "$HEAD$script{$_}$hold") }
    keys %script;

# The base with the list takes longer to start. Until then the other serves.
ok $pool->wait_until(
    sub { base_of($path{module}) != base_of($path{plain}) }, 10
    ),
    'a script that loads a module has another base';
my %base = map { $_ => base_of($path{$_}) } keys %path;
is $base{pragma}, $base{plain},  'one that has pragmas only has that of none';
is $base{second}, $base{module}, 'all that load modules have one base';
ok $pool->wait_until(sub { base_of($path{late}) == $base{module} }, 10),
    'one that loads a module when it runs has it from the next zygote on';
is base_of($path{plain}), $base{plain}, 'the others stay where they are';
is $pool->stop,           0,            'the pool ends';

done_testing;
