# Completion: the commands, the options of each, else files. zsh's is only read
# by zsh, where there is one.

use Mehari::Test;

my $root   = source_root();
my $folder = "$root/packaging/completion";

# bash's completions for these words; the last one is incomplete.
sub offered (@words) {
    my $list = join ' ', map { quotemeta || "''" } "$root/bin/mehari", @words;
    my $said
        = qx(bash -c '. "\$0"; COMP_WORDS=($list); COMP_CWORD=${\scalar @words}
        _mehari; printf "%s\\n" "\${COMPREPLY[@]}"' \Q$folder\E/mehari.bash);
    is $?, 0, "mehari @words exits with 0";
    return [ split ' ', $said ];
}

my $commands = offered('');
ok((grep { $_ eq 'serve' } @$commands),  'serve is among the commands');
ok((grep { $_ eq 'doctor' } @$commands), 'doctor is among the commands');
is_deeply offered('ser'), ['serve'],
    'completion offers the command that begins so';
is_deeply offered('help', 'mig'), ['migrate'],
    'completion offers commands after help';
is_deeply offered('doctor', '--js'), ['--json'],
    'completion offers an option that begins so';
is_deeply [ grep { /port/ } @{ offered('serve', '--') } ], ['--port'],
    'completion offers all options after two dashes';
is_deeply offered('serve', 'exa'), [], 'files are bash\'s own business';
is_deeply offered('no-such', '--'), [],
    'completion offers nothing for an unknown command';
is_deeply offered('serve', '--none'), [],
    'completion offers nothing for an unknown beginning';

SKIP: {
    my ($zsh) = grep { -x } map { "$_/zsh" } split /:/, $ENV{PATH};
    skip 'zsh is not installed', 1 if !defined $zsh;
    is system($zsh, '-n', "$folder/mehari.zsh"), 0, 'zsh can read its own';
}

done_testing;
