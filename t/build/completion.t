# Completion: the commands, the options of each, else files. zsh's is only read
# by zsh, where there is one.

use v5.36;
use Test::More;
use Mehari::Test;

my $root   = source_root();
my $folder = "$root/packaging/completion";

# What bash would offer for these words, of which the last is begun.
sub offered (@words) {
    my $list = join ' ', map { quotemeta || "''" } "$root/bin/mehari", @words;
    my $said
        = qx(bash -c '. "\$0"; COMP_WORDS=($list); COMP_CWORD=${\scalar @words}
        _mehari; printf "%s\\n" "\${COMPREPLY[@]}"' \Q$folder\E/mehari.bash);
    is $?, 0, "mehari @words";
    return [ split ' ', $said ];
}

my $commands = offered('');
ok((grep { $_ eq 'serve' } @$commands),  'commands');
ok((grep { $_ eq 'doctor' } @$commands), 'all of them');
is_deeply offered('ser'), ['serve'], 'what begins so';
is_deeply offered('help',   'mig'),  ['migrate'], 'for help';
is_deeply offered('doctor', '--js'), ['--json'],  'an option';
is_deeply [ grep { /port/ } @{ offered('serve', '--') } ], ['--port'],
    'all options';
is_deeply offered('serve',   'exa'),    [], 'files are bash\'s own business';
is_deeply offered('no-such', '--'),     [], 'nothing for what there is not';
is_deeply offered('serve',   '--none'), [], 'nor for what begins so';

SKIP: {
    my ($zsh) = grep { -x } map { "$_/zsh" } split /:/, $ENV{PATH};
    skip 'zsh is not installed', 1 if !defined $zsh;
    is system($zsh, '-n', "$folder/mehari.zsh"), 0, 'zsh can read its own';
}

done_testing;
