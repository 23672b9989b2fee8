# The catalogue of messages is whole, and each message is used.

use v5.36;
use Test::More;
use File::Find qw(find);
use File::Temp qw(tempdir);
use Mehari::Explain::Page;
use Mehari::Explain::Reason;
use Mehari::Test;

my @codes = Mehari::Explain::Reason::codes();
cmp_ok scalar @codes, '>', 80, 'there are messages';
for my $code (@codes) {
    my $reason = Mehari::Explain::Reason::find($code);
    like $code, qr/\AMH\d{4}\z/, $code;
    for my $field (qw(title says cause remedy)) {
        like $reason->{$field} // '', qr/\S/, "$code has $field";
    }
    ok $reason->{effect} || $reason->{rules_out}, "$code has an effect";
    like $reason->{rules_out} // 'fresh', qr/\A(?:registry|fresh|compile)\z/,
        "$code rules out a tier";
    unlike $reason->{says}, qr/\.\z/, "$code is a sentence in a line";
    my ($above) = split /\*\*Example/, Mehari::Explain::Reason::page($code);
    unlike $above, qr/(?<![A-Z_])\{[a-z]+\}/, "$code has a page without gaps";
}

# Each is in the code, and each that is in the code is in the catalogue.
my %used;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            return if !/\.pm\z/ || m{/Explain/Reason};
            $used{$_} = 1 for read_file($_) =~ /\b(MH\d{4})\b/g;
        },
    },
    source_root() . '/lib'
);
my %known = map { $_ => 1 } @codes;
is_deeply [ grep { !$used{$_} } @codes ], [], 'none is unused';
is_deeply [ grep { !$known{$_} && /\AMH4/ } sort keys %used ], [],
    'none is missing';

my $dir = tempdir(CLEANUP => 1);
Mehari::Explain::Page::write_all("$dir/messages");
is scalar(() = glob "$dir/messages/MH*.md"), scalar @codes, 'a page for each';
my $index = read_file("$dir/messages/index.md");
is scalar(() = $index =~ /^\* \[MH/mg), scalar @codes, 'and an index';
done_testing;
