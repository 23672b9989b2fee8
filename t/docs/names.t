# Files, functions, options and commands that the documentation names exist.

use Mehari::Test;
use File::Find qw(find);
use Mehari::Directives;
use Mehari::Explain::Reason;

my $root  = source_root();
my @pages = (
    "$root/README.md",       "$root/ARCHITECTURE.md",
    "$root/CONTRIBUTING.md", glob "$root/docs/*.md"
);

my $sources = '';
find(
    {
        no_chdir => 1,
        wanted   => sub { $sources .= read_file($_) if /\.[ch]\z/ },
    },
    "$root/src"
);

# Words in the text, and words in `code`.
for my $file (@pages) {
    my $name  = substr $file, 1 + length $root;
    my $text  = read_file($file);
    my @words = $text =~ /`([^`\n]+)`/g;
    my @paths = grep { m{\A(?:src|lib|t|bin|packaging|fuzz)/[\w./-]+\z} }
        grep { !/MODULE/ } map { s{/\z}{}r } @words;
    is_deeply [ grep { !exists_in_tree($_) } @paths ], [],
        "$name names files that exist";
    my @codes = grep { !Mehari::Explain::Reason::has($_) }
        $text =~ /\b(MH\d{4})\b/g;
    is_deeply \@codes, [], "$name names messages that exist";
    my @names = grep { /\Amh_\w+\z/ } map { s/\(.*//r } @words;
    is_deeply [ grep { $sources !~ /\b\Q$_\E\b/ } @names ], [],
        "$name: functions and types"
        if @names;
}

sub exists_in_tree ($path) {
    return -e "$root/$path" || -e "$root/src/$path";
}

# Functions without a prefix are those of one file, which the sentence names.
my $internals = read_file("$root/docs/internals.md");
my @plain     = $internals =~ /`([a-z]+(?:_[a-z]+)+)`/g;
is_deeply [ grep { $sources !~ /\b\Q$_\E\b/ } grep { !/\Amh_/ } @plain ], [],
    'functions of one file';

# Messages: the directives and keys that they advise.
my $manual    = read_file("$root/docs/directives.md");
my %directive = map { $_ => 1 }
    map { $_->{names}->@* }
    Mehari::Directives::entries(Mehari::Directives::parse($manual));
for my $code (Mehari::Explain::Reason::codes()) {
    my $reason = Mehari::Explain::Reason::find($code);
    my $text = join "\n", map { $reason->{$_} // '' } qw(cause effect remedy);
    my @names
        = $text =~ /(?<![:\w])(Perl[A-Z]\w+|CGIScript\w+|ScriptLog\w*)\b/g;
    my @keys  = $text =~ /(?<![\w-])([a-z][a-z-]+)=/g;
    my @wrong = (
        (grep { !$directive{$_} } @names),
        (grep { $manual !~ /`\Q$_\E`|\b\Q$_\E=/ } @keys)
    );
    is_deeply \@wrong, [], "$code: directives and keys" if @names || @keys;
}

# Commands: each exists, and has the options that the page shows.
my %help;

sub help_of ($command) {
    return $help{$command}
        //= `$^X -I$root/lib $root/bin/mehari help $command 2>&1`;
}

# Lines of code, indented or in a block of console or sh.
sub commands ($text) {
    my @blocks = $text =~ /^```(?:console|sh)\n(.*?)^```/msg;
    my @lines  = $text =~ /^ {4}(?:\$ )?(mehari .*)/mg;
    return @lines, map { /^(mehari .*)/mg } @blocks;
}

for my $file (@pages) {
    my $name = substr $file, 1 + length $root;
    for my $line (map { s/ +#.*//r } commands(read_file($file))) {
        my ($command) = $line =~ /\Amehari (\w+)/;
        my $help = help_of($command);
        my @wrong
            = grep { index($help, $_) < 0 } $line =~ /(?<!\S)(--[\w-]+)/g;
        ok $help =~ /\Amehari $command\b/ && !@wrong,
            "$name names options that exist: $line"
            or diag "@wrong";
    }
}

done_testing;
