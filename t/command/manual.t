# Each command has a manual page with every option that it takes, and its help
# shows the same.

use Mehari::Test;
use Mehari::Check::Mode;
use Mehari::Command;
use Mehari::Command::Manual;
use Mehari::Command::Usage;
use Mehari::Serve::Mode;

# The options that a command gives to the parser.
sub taken ($class) {
    my @known;
    no warnings 'redefine';
    local *Mehari::Command::Usage::options = sub ($, $, $, $, @specs) {
        @known = @specs;
        die "enough\n";
    };
    eval { $class->run('--nothing') };
    return [
        sort map { length > 1 ? "--$_" : "-$_" }
        grep     { !/_/ }
        map      { split /\|/, s/[=:!+].*//r } @known
    ];
}

my $root    = source_root();
my $whole   = read_file("$root/bin/mehari");
my %file_of = Mehari::Command->commands;
for my $name (sort keys %file_of) {
    my $class   = Mehari::Command->command($name);
    my $file    = $file_of{$name};
    my $pod     = read_file($file) =~ s/.*^__END__\n//msr;
    my @options = $pod             =~ /^=item (.*)/mg;
    is_deeply [ sort map { /B<(--?[\w-]+)>/g } @options ], taken($class),
        "$name: each option is in its manual, and no other";

    my $help = Mehari::Command::Manual->help($file);
    is_deeply [ sort map { /(?<!\S)(--?[A-Za-z][\w-]*)/g }
            $help =~ /^  (-.*?)(?:   |$)/mg ],
        taken($class), "the help of mehari $name has its options";
    like $help, qr/\A  mehari $name /,
        "the help of mehari $name begins with an example";
    unlike $help, qr/[A-Z]<|\n\n\n/, "the help of mehari $name is no POD";
    is_deeply [ grep { length > 80 } split /\n/, $help ], [],
        "the help of mehari $name fits a terminal";
    like $pod, qr/^=head1 NAME\n\nmehari-$name - [a-z]/m,
        "the page of mehari $name begins with its name";
    like $whole, qr/\bL<mehari-$name\(1\)>/,
        "mehari(1) names mehari-$name(1)";
    is system("podchecker -warnings $file >/dev/null 2>&1"), 0,
        "the POD of mehari $name is right";
}

# Each link between the pages leads somewhere.
my $text = join '', map { read_file($_) } values %file_of, "$root/bin/mehari";
my @linked = $text =~ /L<mehari-(\w+)\(1\)>/g;
is_deeply [ grep { !$file_of{$_} } @linked ], [],
    'the pages that manuals name are there';

# Lists that are tables elsewhere.
is_deeply [
    grep { read_file($file_of{check}) !~ /C<$_>/ }
    map  { $_->{name} } Mehari::Check::Mode->all
    ],
    [], 'the page of mehari check has each way';
is_deeply [
    grep { read_file($file_of{serve}) !~ /C<$_>/ }
    map  { $_->{name} } Mehari::Serve::Mode->all
    ],
    [], 'the page of mehari serve has each mode';

# The manual pages that the build makes are those that will be installed.
my ($commands) = read_file("$root/meson.build") =~ /\bmanual = .*?\[(.*?)\]/s;
is_deeply [ sort map { lc } $commands =~ /'(\w+)'/g ], [ sort keys %file_of ],
    'the build makes a page of each';

done_testing;
