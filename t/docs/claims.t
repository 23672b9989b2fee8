# Each claim in docs/security.md has a test: each row of a table names one, or
# the text above the table does; and the tests exist.

use Mehari::Test;

my $root = source_root();
my $page = read_file("$root/docs/security.md");

my @named = $page =~ /`(t\/[\w\/-]+\.t)`/g;
cmp_ok scalar @named, '>', 30, 'the documentation names more than 30 tests';
my %seen;
ok -e "$root/$_", "the named test $_ exists" for grep { !$seen{$_}++ } @named;

# [the text above, rows] of each table.
my (@tables, $above);
for my $block (split /\n\n+/, $page =~ s/^```.*?^```$//gmsr) {
    my @lines = split /\n/, $block;
    if ($block =~ /\A\|/) { push @tables, [ $above, @lines[ 2 .. $#lines ] ] }
    else                  { $above = $block }
}
cmp_ok scalar @tables, '>', 6, 'the documentation has more than 6 tables';
for my $table (@tables) {
    my ($text, @rows) = @$table;
    next if $text =~ /`t\/[\w\/-]+\.t`/;
    my @without = grep { !/`t\/[\w\/-]+\.t`/ } @rows;
    is_deeply [ map { substr $_, 0, 60 } @without ], [],
        'each row has a test, below: ' . substr $text =~ s/\n/ /gr, 0, 50;
}

# Sections that only explain, and make no promise.
my %EXPLAINS = map { $_ => 1 } 'The boundary';
for my $section (split /^## /m, $page) {
    my ($title) = $section =~ /\A(.*)/;
    next if $EXPLAINS{$title} || $title =~ /\A#/;
    like $section, qr/`t\/[\w\/-]+\.t`/, "$title: a test is named";
}

done_testing;
