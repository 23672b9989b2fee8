# The catalogue of messages is whole, and each message is used.

use Mehari::Test;
use File::Find qw(find);
use Mehari::Explain::Reason;

my @codes = Mehari::Explain::Reason::codes();
cmp_ok scalar @codes, '>', 80, 'the catalogue has more than 80 messages';
for my $code (@codes) {
    my $reason = Mehari::Explain::Reason::find($code);
    like $code, qr/\AMH\d{4}\z/, $code;
    for my $field (qw(title says cause effect remedy)) {
        like $reason->{$field} // '', qr/\S/,
            "the message $code has the field $field";
    }
    unlike $reason->{says}, qr/(?<!\.\.)\.\z/,
        "$code is a sentence in a line";
    my ($above) = split /\*\*Example/, Mehari::Explain::Reason::page($code);
    unlike $above, qr/(?<![A-Z_])\{[a-z]+\}/, "$code has a page without gaps";
}

# Each message of the catalogue is in the code, and each in the code is in the
# catalogue.
my %used;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            return if !/\.(?:pm|c)\z/ || m{/Explain/Reason};
            $used{$_} = 1 for read_file($_) =~ /\b(MH\d{4})\b/g;
        },
    },
    map { source_root() . "/$_" } qw(lib src)
);
my %known = map { $_ => 1 } @codes;
is_deeply [ grep { !$used{$_} && !Mehari::Explain::Reason::find($_)->{logs} }
        @codes ],
    [], 'each message is used by the code, or is for lines of others';
is_deeply [ grep { !$known{$_} } sort keys %used ], [],
    'each used message is in the catalogue';

# A remedy names options that its command has.
sub unknown_options ($text) {
    my @unknown;
    while ($text =~ /\bmehari ([a-z]+)((?:\s+--[\w-]+)+)/g) {
        my ($command, $options) = (ucfirst $1, $2);
        my $file = source_root() . "/lib/Mehari/Command/$command.pm";
        my $pod  = -e $file ? read_file($file) : '';
        push @unknown, map { "mehari \l$command $_" }
            grep { $pod !~ /^=item B<\Q$_\E>/m } $options =~ /(--[\w-]+)/g;
    }
    return @unknown;
}

for my $code (@codes) {
    my $reason = Mehari::Explain::Reason::find($code);
    is_deeply [ map { unknown_options($reason->{$_}) }
            qw(says cause effect remedy) ], [],
        "$code names options that there are";
}

# A test that causes a message names it.
my %tested;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            return if !/\.t\z/ || /catalogue\.t\z/;
            $tested{$_} = 1 for read_file($_) =~ /\b(MH\d{4})\b/g;
        },
    },
    source_root() . '/t'
);
is_deeply [ grep { !$tested{$_} } @codes ], [], 'each message has a test';

done_testing;
