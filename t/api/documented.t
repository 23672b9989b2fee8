# Each method of the table has a heading in the POD of its module, each Perl sub
# and each constant of mod_perl is named there, and the page that is made from the
# table has all of them.

use Mehari::Test;
use Mehari::Reference;

my $h = server(
    handlers => {
        '/methods' => sub ($r) {
            $r->print(join "\t", @$_[ 0, 1, 3 ], "\n")
                for Mehari::API::methods();
            return 0;
        }
    }
);

my %seen;
for my $line (split /\n/, get($h, '/methods')->body) {
    my ($module, $package, $name) = split /\t/, $line;
    next if $name =~ /\A[A-Z]+\z/;    # names that tie and Perl itself call
    $seen{$module}{$name} = 1;
}
ok keys %seen > 15, 'more than 15 modules have methods';

for my $module (sort keys %seen) {
    my $file  = source_root() . '/lib/' . $module =~ s{::}{/}gr . '.pm';
    my $pod   = -e $file ? read_file($file) : '';
    my @heads = $pod =~ /^=(?:head\d|item) (.*)/mg;
    ok $pod, "$module has a file";
    for my $name (sort keys $seen{$module}->%*) {
        ok(
            (grep { /\b\Q$name\E\b/ } @heads),
            "$module has a heading for $name"
        );
    }
}

# The POD of a module: from the module, or from a .pod file.
sub pod_of ($module) {
    my $file = source_root() . '/lib/' . $module =~ s{::}{/}gr;
    my $text = join '', map { -e $_ ? read_file($_) : '' } "$file.pm",
        "$file.pod";
    return join '', $text =~ /^(=\w.*?)(?:^=cut|\z)/msg;
}

sub contract ($name) {
    return map { [split] } split /\n/,
        read_file(fixture('contract') . "/$name");
}

my (%pod, $module);
for my $row (contract('subs')) {
    $module = shift @$row if $row->[0] =~ /::/;
    my $text = $pod{$module} //= pod_of($module);
    ok $text =~ /\b\Q$_\E\b/, "the POD of $module names $_" for @$row;
}
for my $row (contract('constants')) {
    my ($family, $group, $name) = @$row;
    my $text = $pod{"${family}::Const"} //= pod_of("${family}::Const");
    ok $text =~ /\b\Q$name\E\b/, "the POD of ${family}::Const names $name";
}

my $page  = Mehari::Reference::page(Mehari::Reference::rows());
my @calls = $page =~ /^\| `.*?(\w+)\(/mg;
my %call  = map  { $_ => 1 } @calls;
my @lost  = grep { !/\A[A-Z]+\z/ && !$call{$_} }
    map { keys %$_ } values %seen;
is_deeply \@lost, [], 'the page has each method';
like $page, qr/^\| `\$r->content_type\(\[string\]\)` \|.*\| at any time \|$/m,
    'how it is called and when';
unlike $page, qr/^\| `HTTP_NOT_FOUND` \| $/m,
    'no constant in the page lacks its value';
like $page, qr/^\| `HTTP_NOT_FOUND` \| 404 \|$/m,
    'a constant in the page has its number';

done_testing;
