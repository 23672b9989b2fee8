# docs/directives.md agrees with httpd: it has every directive and no other, and
# its syntax, context and default are right.

use Mehari::Test;
use Mehari::Directives;

my $root = source_root();
my $book = Mehari::Directives::parse(read_file("$root/docs/directives.md"));
my %entry;
for my $entry (Mehari::Directives::entries($book)) {
    for my $name ($entry->{names}->@*) {
        ok !$entry{$name}, "$name has one section";
        $entry{$name} = $entry;
    }
}

# Handlers, which are words of httpd's own directive.
for my $handler (map { /\ASetHandler (.*)/ } sort keys %entry) {
    my $found = grep { read_file($_) =~ /"\Q$handler\E"/ }
        split /\n/, `find $root/src -name "*.[ch]"`;
    ok $found, "SetHandler $handler has a section";
}

# A line of configuration for each directive. Directives that httpd obeys
# while it reads them cannot be tried from inside.
my %raw   = map  { $_ => 1 } qw(<Perl> =pod =over =back =cut __END__);
my @names = grep { !$raw{$_} && !/\ASetHandler/ } sort keys %entry;
my %sample;
for my $name (@names) {
    ($sample{$name}) = Mehari::Directives::examples($entry{$name}, $name);
    ok $sample{$name}, "$name: there is an example";
}

# Lines that httpd prints at its start could be mistaken for later ones. So one
# httpd only prints its directives, and another one serves.
sub with_module () {
    my $h = server(
        config => <<~'CONF',
            PerlSwitches "-I${ROOT}/lib"
            PerlLoadModule Docs::Directives
            <Location "/try">
                SetHandler modperl
                PerlResponseHandler Docs::Directives
            </Location>
            CONF
        start => 0,
    );
    write_file(
        $h->root . '/lib/Docs/Directives.pm',
        read_file(fixture('docs') . '/Directives.pm')
    );
    return $h;
}

my $samples = join '', map { "$_\t$sample{$_}\n" } @names;
my $asked   = with_module();
write_file($asked->root . '/samples', $samples);
$asked->configtest;
my $h = with_module();
$h->start;
write_file($h->root . '/samples', $samples);

# name => [args_how, req_override]
my %told = map { my ($name, @rest) = split /\t/; $name => \@rest }
    split /\n/, read_file($asked->root . '/commands');
my %removed = read_file("$root/src/module/directives.c")
    =~ /REMOVED\("(\w+)",\s*"([^"]+)/g;
for my $name (sort keys %removed) {
    ok delete $told{$name}, "httpd refuses $name";
    like $removed{$name}, qr/\A(?:write|remove) /,
        "$name: the refusal says what to write";
}
is_deeply [ sort map { /\A</ ? "$_>" : $_ } keys %told ],
    [ grep { !/\ASetHandler|\A=over/ } sort keys %entry ],
    'httpd knows these directives and no others';

# The number of words may vary.
sub is_open (@words) {
    return $words[-1] eq '...' || $words[-1] =~ /\A\[.*\]\z/;
}

# httpd's meaning of the words of a Syntax.
my %FORMS = (
    RAW_ARGS => sub { 1 },
    TAKE1    => sub (@words) {
        @words == 1 && $words[0] !~ /\[.*\]\z|\.\.\./ || $words[0] =~ /\[;/;
    },
    TAKE2     => sub (@words) { @words == 2 },
    TAKE12    => sub (@words) { @words == 1 || @words == 2 },
    TAKE123   => sub (@words) { @words > 0 && @words < 4 },
    TAKE_ARGV => \&is_open,
    ITERATE   => \&is_open,
    ITERATE2  => sub (@words) { @words == 3 && $words[-1] eq '...' },
    FLAG      => sub (@words) { "@words" eq 'On|Off' },
);

subtest 'syntax' => sub {
    for my $name (@names) {
        my @forms = map { Mehari::Directives::plain($_) }
            $entry{$name}{rows}{Syntax} =~ /`(\Q$name\E(?: [^`]*)?)`/g;
        ok scalar @forms, "$name: there is a form";
        my $how  = $told{$name}[0];
        my $good = $FORMS{$how} // die "$name takes $how\n";
        for my $form (@forms) {
            my (undef, @words) = split ' ', $form;
            ok $good->(@words), "$name is of $how: $form";
        }
    }
};

subtest 'context' => sub {
    my %tried;
    for my $line (split /\n/, read_file($asked->root . '/tried')) {
        my ($name, $place, $said) = split /\t/, $line;
        $tried{$name}{$place} = $said // '';
    }
    for my $line (split /\n/, get($h, '/try')->body) {
        my ($name, $place, $said) = split /\t/, $line;
        $tried{$name}{$place} = $said // '';
    }
    my $refused = qr/not allowed|cannot occur|outside|for the whole server/;
    for my $name (@names) {
        my %legal
            = map { $_ => 1 } Mehari::Directives::contexts($entry{$name});
        for my $place ('server', 'virtual host', 'directory', '.htaccess') {
            my $said = $tried{$name}{$place} // 'it was not tried';
            my $ok
                = $legal{$place}
                ? $said !~ $refused && $said ne 'it was not tried'
                : $said =~ $refused;
            ok $ok, "$name is allowed as documented: $place" or diag $said;
            delete $legal{$place};
        }
        is_deeply [ keys %legal ], [], "$name: no other place is named";
    }
};

# Defaults that have a name or a row of a table in C.
my @CONSTANTS = (
    [ 'PerlInterpWait', 'src/module/config/config.c', 'INTERP_WAIT' ],
    [
        'PerlBuffer', 'src/module/gateway/process/process_config.h',
        'MH_PROCESS_BODY'
    ],
    [
        'PerlBuffer', 'src/module/gateway/process/process_config.h',
        'MH_PROCESS_BUFFER'
    ],
    [
        'PerlBuffer', 'src/module/gateway/process/process_config.h',
        'MH_PROCESS_FILE'
    ],
    [ 'PerlSpeedLimit',  'src/module/limit/speed.c',         'CLIENTS' ],
    [ 'PerlSizeLimit',   'src/module/life/process_limits.c', 'LOOK_EVERY' ],
    [ 'ScriptLogLength', 'src/module/config/cgi.c',          'LOG_LENGTH' ],
    [ 'ScriptLogBuffer', 'src/module/config/cgi.c',          'LOG_BUFFER' ],
);

# The value of a C expression: a number, an octal number, a product.
sub value ($expression) {
    my $value = 1;
    $value *= /\A0\d/ ? oct : $_ for split /\s*\*\s*/, $expression;
    return $value;
}

# A value in the form that an operator writes.
sub number ($text) {
    my %times = (K => 1 << 10, M => 1 << 20, G => 1 << 30);
    return 0 if $text eq 'off';
    return oct $text if $text =~ /\A0\d/;
    my ($number, $unit) = $text =~ /\A(\d+)([KMG]?)s?\z/ or return $text;
    return $number * ($times{$unit} // 1);
}

subtest 'defaults' => sub {
    for (@CONSTANTS) {
        my ($name, $file, $constant) = @$_;
        my ($is)
            = read_file("$root/$file")
            =~ /^(?:#define|enum \{) $constant (?:= )?\(?([\d* ]*\d)/m;
        my $text  = $entry{$name}{rows}{Default};
        my %named = map { number($_) => 1 } $text =~ /(\d+[KMG]?)/g;
        ok defined $is && $named{ value($is) },
            "the default of $name is as documented: $text";
    }
};

subtest 'keys of PerlPool' => sub {
    my %documented
        = $entry{PerlPool}{text} =~ /^\| `([\w-]+)` \| [^|]* \| ([^|]*) \|/mg;
    my %is = read_file("$root/src/module/gateway/pools/pool_keys.c")
        =~ /^    \{ "([\w-]+)", \w+, (\w+.*), [^,]* \},$/mg;
    my %value = read_file("$root/src/module/gateway/pools/pool_keys.c")
        =~ /^    \{ "([\w-]+)", \w+, \w+\S*, ([^,]*) \},$/mg;
    is_deeply [ sort keys %documented ], [ sort keys %value ],
        'the documentation has all keys of PerlPool';
    for my $key (sort keys %value) {
        next if $is{$key} eq 'NONE' || $key =~ /\A(?:umask|workers)\z/;
        is number($documented{$key}), value($value{$key}), $key;
    }
};

subtest 'PerlOptions' => sub {
    my @rows = $entry{PerlOptions}{text}
        =~ /^\| (\w[\w, ]*) \| (on|off|on for [^|]*) \|/mg;
    chomp(my $list = read_file($asked->root . '/options'));
    my %is = map { split /\t/ } split /\n/, get($h, "/try?$list")->body;
    my %seen;
    while (my ($names, $default) = splice @rows, 0, 2) {
        for my $name (split /, /, $names) {
            my $on = $default =~ /off for modperl|\Aoff/ ? 0 : 1;
            is $is{$name}, $on,
                "the default of $name is as documented: $default"
                if !$seen{$name}++;
        }
    }
    is_deeply [ sort keys %is ], [ sort keys %seen ],
        'the documentation has each PerlOptions';
};

done_testing;
