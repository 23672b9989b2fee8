# Each row of the vetted looks: its module loads without a stop, and stops at
# that look if the row is not in the table. The test also has looks that no row
# may allow.

use Mehari::Test;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

# For libraries: a module that loads the library.
my %USER = (
    'libxml2.so.2'                     => 'XML::LibXML',
    'libglib-2.0.so.0'                 => 'RRDs',
    'libgnutls.so.30'                  => 'DBD::Pg',
    'libnuma.so.1'                     => 'GD',
    'Mojo/Util.pm'                     => 'Mojolicious::Lite',
    'Mojolicious/Commands.pm'          => 'Mojolicious::Lite',
    'Log/Log4perl/Util/TimeTracker.pm' =>
        'Log::Log4perl::Layout::PatternLayout',
);

# Code that comes to the look, if loading the module does not.
my %CODE = ('Log/Log4perl/Util/TimeTracker.pm' =>
        '; BEGIN { Log::Log4perl::Layout::PatternLayout->new("%r %m") }',);

# Variables that differ from one request to the next.
my %VARIES = (
    'Cwd.pm'                  => ['PATH'],
    'CGI.pm'                  => [qw(SERVER_SOFTWARE GATEWAY_INTERFACE)],
    'CGI/Cookie.pm'           => ['GATEWAY_INTERFACE'],
    'Mojolicious/Commands.pm' => ['PATH_INFO'],
    'Mojo/Util.pm'            => ['PATH_INFO'],
    'CGI/Fast.pm'             => ['PATH_INFO'],
);

# Looks at which the compilation stops, for calls that cannot be put off.
my %INSTEAD = (
    'calls Net::SSLeay::randomize' => qr/\A(?:opens|reads) /,
    'calls ->reset'                => qr/\Aasks for the time/,
);

my @lines = split /^/, read_file(vetted_list());
my @rows  = grep { $lines[$_] =~ /^[^#\s]/ } 0 .. $#lines;
my $dir   = probe_directory();

sub is_installed ($module) {
    return !system "$^X -e 'require $module' >/dev/null 2>&1";
}

# True if this version of the library or module looks at all.
sub looks ($place) {
    return $] < 5.036 if $place eq 'Cwd.pm';
    return $place !~ /\A(?:libxml2|libglib|libgnutls|libnuma)/
        || -e "/lib/x86_64-linux-gnu/$place";
}

# The beginning of a file's destructors; for a library, its name. Without the
# file: all words.
sub end_of ($place) {
    my ($file) = grep { -e } map { "$_/$place" } @INC;
    return join ' ', @lines if !$file;
    return $file if $place =~ /\.so\z/;
    return join ' ',
        read_file($file)
        =~ /^\s*((?:sub (?:DESTROY|AUTOLOAD)|END)\b.*\n.*\n.*\n.*)/mg;
}

sub told ($code, $place, @tables) {
    return probe(
        $code,
        run     => 0,
        give_up => 1,
        vetted  => \@tables,
        varies  => $VARIES{$place} // []
    )->{told};
}

for my $at (@rows) {
    my ($look, $place, $words) = split /\s*\|\s*/, $lines[$at] =~ s/\n//r;
    my $module = $USER{$place} // $place =~ s{/}{::}gr =~ s/\.pm\z//r;
    my $code   = "use $module" . ($CODE{$place} // '') . ";\n";
    my $name   = "$look | $place";
    like join('', @lines[ $at + 1 .. $#lines ]),
        qr/\A(?:[^#\s].*\n)*[ ]{4}\S/, "$name: it has a reason";
    if ($look =~ /\Aends without effect/) {
        like end_of($place), $words eq '-' ? qr/./ : qr/\Q$words\E/,
            "$name: it is there";
        next;
    }
    next if !is_installed($module) || !looks($place);
    my $without = write_file("$dir/without.list",
        join '', @lines[ grep { $_ != $at } 0 .. $#lines ]);
    my $start = $look =~ s/\*\z//r;
    my $what  = $INSTEAD{$look} // qr/\A\Q$start\E/;
    is_deeply told($code, $place, vetted_list()), [], "$name: no stop";
    like told($code, $place, "$dir/without.list")->[0] // '', $what,
        "$name: a stop without it";
}

subtest 'what no row may hold for' => sub {
    for my $look (
        'removes a file',
        'writes to STDOUT',
        'asks for random numbers',
        'opens /dev/urandom',
        'looks at @ARGV',
        'starts a process',
        'reads STDIN',
        'looks at the environment',
        )
    {
        my $list = write_file("$dir/wrong.list",
            "# mine\n\n$look | Mojo/Util.pm | x\n");
        like probe('1;', run => 0, vetted => [$list])->{refused}[0],
            qr/wrong\.list: line 3 is no row/, $look;
    }
    like probe('1;', run => 0, vetted => ["$dir/none"])->{refused}[0],
        qr/none: No such file/, 'a missing file is told';
};

subtest 'where no row holds' => sub {
    my $list = write_file("$dir/site.list", <<~'END');
        asks for the time | Mine.pm | my $x
        looks at all of %ENV | Mine.pm | each
        END
    write_file("$dir/Mine.pm", "package Mine;\nmy \$x = 1 + time;\n1;\n");
    my $code = "use lib '$dir'; use Mine;\n";
    chown 12345, -1, "$dir/Mine.pm";
    like probe($code, run => 0, vetted => [$list])->{told}[0],
        qr/\Aasks for the time/, 'in a file that does not belong to root';
SKIP: {
        skip 'root only', 2 if $>;
        chown 0, -1, "$dir/Mine.pm";
        is_deeply probe($code, run => 0, vetted => [$list])->{told}, [],
            'it holds in one that does';
        like probe($code, run => 0, site => 1, vetted => [$list])->{told}[0],
            qr/\Aasks for the time/, "but not outside of perl's folders";
        chmod 0666, "$dir/Mine.pm";
        like probe($code, run => 0, vetted => [$list])->{told}[0],
            qr/\Aasks for the time/, 'nor where others may write';
        chmod 0644, "$dir/Mine.pm";
        write_file("$dir/Mine.pm",
            "package Mine;\nour \$y = 1 + time;\n1;\n");
        like probe($code, run => 0, vetted => [$list])->{told}[0],
            qr/\Aasks for the time/, 'nor for another statement';
    }
};

done_testing;
