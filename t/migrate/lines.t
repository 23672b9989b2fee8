# The reader of configuration text: logical lines, words, and their places.

use Mehari::Test;
use Mehari::Migrate::Lines qw(parse words);

sub kinds ($text) {
    return [ map { "$_->{kind}:$_->{name}" } parse($text) ];
}

sub texts ($line) {
    return [ map { $_->{text} } @{ $line->{args} } ];
}

subtest 'directives, comments, blank lines' => sub {
    is_deeply(
        kinds("# a\n\n  SetHandler x\n"),
        [qw(blank: blank: directive:sethandler)],
        'comments and blank lines are known'
    );
    my ($line) = parse("OPTIONS  +ExecCGI # not a comment\n");
    is($line->{name}, 'options', 'names have no case');
    is_deeply(
        texts($line),
        [ '+ExecCGI', '#', 'not', 'a', 'comment' ],
        'a comment begins a line'
    );
};

subtest 'words' => sub {
    my $text = q(a "b c" 'd "e' "f \" g\\\\h" i\j "open end);
    is_deeply(
        [ map { $_->{text} } words($text, 0) ],
        [ 'a', 'b c', 'd "e', 'f " g\\h', 'i\\j', 'open end' ],
        'words are taken out of their quotes'
    );
};

subtest 'continued lines' => sub {
    my @lines = parse("Script\\\nAlias /a \\\r\n  \"/b c\"\r\nOptions None");
    is(scalar @lines, 2, 'continued lines are one line');
    is($lines[0]{name}, 'scriptalias',
        'a line is continued in the middle of a word');
    is_deeply(
        texts($lines[0]),
        [ '/a', '/b c' ],
        'a continued line has its words'
    );
    is_deeply(
        [ @{ $lines[0] }{qw(first last)} ],
        [ 0, 2 ],
        'a continued line has its first and last number'
    );
    my $arg = $lines[0]{args}[1];
    is(substr($lines[0]{raw}, $arg->{from}, $arg->{to} - $arg->{from}),
        '"/b c"', 'the place is in the bytes of the file');
    is($lines[1]{first}, 3, 'the line after a continued one has its number');
    is_deeply(kinds("# comment \\\nSetHandler cgi-script\n"),
        ['blank:'], 'a comment goes on too');
};

subtest 'containers' => sub {
    is_deeply(
        kinds("<VirtualHost *:80>\n <Files \"a>b\" >\n</FILES>\n"),
        [qw(open:virtualhost open:files close:files)],
        'containers open and close'
    );
    my (undef, $files) = parse("<VirtualHost *:80>\n <Files \"a>b\" >\n");
    is_deeply(texts($files), ['a>b'],
        "a container's word may hold a bracket");
};

subtest 'what is not configuration' => sub {
    is_deeply(
        kinds("<Perl>\nScriptAlias => 1;\n</Perl>\nA b\n"),
        [qw(open:perl raw: raw: directive:a)],
        'a Perl section is no configuration'
    );
    is_deeply(
        kinds("=pod\nScriptAlias\n=cut\nA b\n__END__\nScriptAlias x\n"),
        [qw(directive:=pod raw: raw: directive:a directive:__end__ raw:)],
        'POD and what follows the end are no configuration'
    );
};

subtest 'no byte is lost' => sub {
    my $text = "a\\\n b\r\n\r\n#\t\n<x>\n</x>\nlast \\";
    is(join('', map { $_->{raw} } parse($text)),
        $text, 'the lines together are the file');
};

done_testing;
