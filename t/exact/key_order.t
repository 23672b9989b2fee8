# The order of keys in hashes that a run makes: it differs among the runs of one
# compilation. PERL_HASH_SEED and PERL_PERTURB_KEYS decide it as in a new perl.
# docs/differences.md says how far it is less random.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server script);

my $SCRIPT = <<'EOF_SCRIPT';
my %h = map { $_ => 1 } qw(name email phone address zip city user pass);
print "Content-Type: text/plain\n\n", join(',', keys %h), "\n";
EOF_SCRIPT

my %settings = (
    usual => {},
    fixed => { PERL_HASH_SEED => 0,        PERL_PERTURB_KEYS => 0 },
    other => { PERL_HASH_SEED => '0x1234', PERL_PERTURB_KEYS => 0 },
    zero  => { PERL_HASH_SEED => 0 },
    # The seed is new in each perl, and decides alone.
    seeded => { PERL_PERTURB_KEYS => 'NO' },
);

my $config = join '', map {
    my $name = $_;
    my $set  = join '', map { "SetEnv $_ $settings{$name}{$_}\n" }
        sort keys %{ $settings{$name} };
    "<Location /$name.pl>\n$set</Location>\n";
} sort keys %settings;
my $h = gateway_server(config => $config);
script($h, "$_.pl", $SCRIPT) for keys %settings;

my %order = map {
    my $name = $_;
    my %seen;
    $seen{ get($h, "/$name.pl")->body }++ for 1 .. 60;
    $name => \%seen;
} keys %settings;

sub order_of_perl ($name) {
    local @ENV{ keys %{ $settings{$name} } } = values %{ $settings{$name} };
    my $file = $h->document_root . "/$name.pl";
    return `/usr/bin/perl $file` =~ s/\A.*?\n\n//sr;
}

cmp_ok scalar keys %{ $order{usual} }, '>', 8,
    'runs of one compilation have many orders';
cmp_ok scalar keys %{ $order{seeded} }, '>', 50,
    'each run has another seed where that alone decides';
for my $name (qw(fixed other zero)) {
    is_deeply [ keys %{ $order{$name} } ], [ order_of_perl($name) ],
        "$name: the order of a new perl with these variables";
}

done_testing;
