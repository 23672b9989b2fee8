# What the command line does with words that are missing or misspelt.

use v5.36;
use Test::More;
use Mehari::Command::Nearest qw(nearest);
use Mehari::Test;

is nearest('sevre',  qw(bench serve top)), 'serve',    'letters swapped';
is nearest('serv',   qw(bench serve top)), 'serve',    'one left out';
is nearest('swim',   qw(bench serve top)), undef,      'nothing near';
is nearest('x',      qw(a b)),             undef,      'too short to tell';
is nearest('TOP',    qw(bench serve top)), 'top',      'capitals';
is nearest('requet', qw(rate requests)),   'requests', 'an end left out';

sub mehari (@words) {
    my $quoted = join ' ', map { "'$_'" } @words;
    my $said   = qx(${\source_root()}/bin/mehari $quoted 2>&1);
    return ($said, $? >> 8);
}

my ($said, $status) = mehari();
is $status, 2, 'no command is no success';
like $said, qr/^  bench .*^  serve /ms, 'and the commands are listed';
($said, $status) = mehari(qw(help help));
is $status, 0, 'help for help';
like $said, qr/^  bench .*^  serve /ms, 'is the list';
($said, $status) = mehari('sevre');
is $status, 2, 'a slip';
is $said, qq(mehari: there is no command "sevre"; do you mean serve?\n),
    'is told what it may have been';
($said, $status) = mehari(qw(serve --prot 8081));
is $status, 2, 'a slip in an option';
is $said, "mehari: serve: there is no option --prot; do you mean --port?\n",
    'a slip in an option: the message has the right one';

for my $command (qw(explain bench)) {
    ($said, $status) = mehari($command, '/etc/passwd');
    is $status, 1, "$command: what is no script";
    like $said, qr{\Amehari: /etc/passwd is no Perl script: },
        'is not taken for one';
}
($said, $status) = mehari('memory', $$);
is $status, 1, 'memory: a process that is not httpd';
like $said, qr/\Amehari: process $$ is \S+, not httpd\.\n\z/,
    'memory: the message names the process';

done_testing;
