# Words of the command line that are missing or misspelt.

use Mehari::Test;
use File::Temp ();
use Mehari::Command;
use Mehari::Command::Nearest qw(nearest);

is nearest('sevre', qw(bench serve top)), 'serve',
    'a word with letters swapped is found';
is nearest('serv', qw(bench serve top)), 'serve',
    'a word with a letter left out is found';
is nearest('swim', qw(bench serve top)), undef,
    'a word that nothing resembles is not found';
is nearest('x',   qw(a b)), undef, 'a word that is too short is not found';
is nearest('TOP', qw(bench serve top)),  'top', 'a word in capitals is found';
is nearest('requet', qw(rate requests)), 'requests', 'an end left out';

sub mehari (@words) {
    my $quoted = join ' ', map { "'$_'" } @words;
    my $said   = qx(${\source_root()}/bin/mehari $quoted 2>&1);
    return ($said, $? >> 8);
}

my ($said, $status);
{
    my $without = File::Temp->newdir;
    write_file("$without/FindBin.pm", "die qq(not there\\n);\n");
    local $ENV{PERL5LIB} = $without;
    ($said, $status) = mehari('version');
    is $status, 1, 'a perl without its modules, as in a bare Debian';
    is $said,
        "mehari: this perl has no FindBin: install the package perl (./run in"
        . " mehari's source installs all that is missing).\n",
        '... one sentence says what to install';
}

($said, $status) = mehari();
is $status, 2, 'mehari without a command exits with 2';
like $said, qr/^  serve .*^  bench /ms,
    'an unknown command makes the list of commands';
($said, $status) = mehari(qw(help help));
is $status, 0, 'mehari help help exits with 0';
like $said, qr/^  serve .*^  bench /ms,
    'mehari help help prints the list of commands';
($said, $status) = mehari('sevre');
is $status, 2, 'a misspelt command exits with 2';
is $said, qq(mehari: there is no command "sevre"; do you mean serve?\n),
    'a misspelt command is told the nearest one';
($said, $status) = mehari(qw(serve --prot 8081));
is $status, 2, 'a slip in an option';
is $said, "mehari: serve: there is no option --prot; do you mean --port?\n",
    'a slip in an option: the message has the right one';

# Words of the last version work, with a hint.
my @OLD = (
    [ 'tune --asp',   qr/^mehari: mehari tune is now mehari doctor --tune;/ ],
    [ 'memory --asp', qr/mehari memory is now mehari top --memory;/ ],
    [ 'memory --preload=none --asp', qr/memory is now mehari doctor;/ ],
    [ 'bench --modes asp',           qr/^mehari: --modes is now --mode;/ ],
    [ 'bench --mode exact,asp',      qr/exact is now --mode perl-cgi;/ ],
    [ 'bench --suite exact,asp',     qr/exact is now --suite perl-cgi;/ ],
    [ 'check --tiers=exact,asp t',   qr/--tiers is now --mode;/ ],
    [ 'check --tiers=exact,asp t',   qr/exact is now --mode perl-cgi;/ ],
    [ 'serve --mode mod_cgi,asp',    qr/mod_cgi is now --mode cgi;/ ],
    [ 'serve --mode cgi,asp', qr/cgi is now mod_cgi; .* is perl-cgi$/m ],
);
# mehari bench looks for a load generator before it checks its arguments.
my $has_load = grep { -x } map { ("$_/wrk", "$_/ab") } split /:/, $ENV{PATH};
@OLD = grep { $_->[0] !~ /^bench/ } @OLD if !$has_load;
for (@OLD) {
    my ($words, $hint) = @$_;
    ($said, $status) = mehari(split ' ', $words);
    is $status, 2, "$words: a new word is wrong";
    like $said, $hint,   'an old word is taken, and the new one is named';
    like $said, qr/asp/, 'the message is about the wrong word';
}
($said, $status) = mehari('bench', '--mode', 'perl-cgi,asp');
unlike $said, qr/is now/, 'a word of today has no hint';

for my $command ('explain', $has_load ? 'bench' : ()) {
    ($said, $status) = mehari($command, '/etc/passwd');
    is $status, 1, "$command: what is no script";
    like $said, qr{\Amehari: /etc/passwd is not a Perl script: },
        'a path that is no script is not taken for one';
}
is_deeply [
    (map { $_->@* } Mehari::Command::groups(qw(bench new serve help)))
    [ -3 .. -1 ] ],
    [ 'About this command', qw(help new) ],
    'a command that no group names is in the list all the same';
($said, $status) = mehari('profile', File::Temp->newdir);
is $status, 1, 'profile: a folder without profiles';
like $said,
    qr/\Amehari: there are no profiles in .* PerlProfile On makes them/,
    'profile: the message says how profiles are made';
($said, $status) = mehari('top', '--memory', $$);
is $status, 1, 'top --memory: a process that is not httpd';
like $said, qr/\Amehari: process $$ is \S+, not httpd\.\n\z/,
    'top --memory: the message names the process';

done_testing;
