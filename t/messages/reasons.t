# Messages that name a reason: for each there is a script for which it is true,
# and a similar one for which it is false. The log has the reason for the first
# script, and another or none for the second. %TESTS lists all such messages.

use Mehari::Test;
use Mehari::Explain;
use Mehari::Explain::Missing;
use Mehari::Explain::Reason;
use Mehari::Test::Gateway qw(gateway_server);

my $PERL  = "#!/usr/bin/perl\n";
my $PRINT = "print qq(Content-Type: text/plain\\n\\nran\\n);\n";
my $BOM   = "\xEF\xBB\xBF";

# [name, words of the log, the script for which they are true, the other
# script]. A script is its text, or [mode, text].
my @STARTS = (
    [
        'MH4321: not executable',
        qr/it is not executable \[MH4321\]/,
        [ 0644, $PERL . $PRINT ],
        [ 0755, "#!/etc\n$PRINT" ],
    ],
    [
        'MH4322: no #! line',
        qr/it has no #! line \[MH4322\]/,
        $PRINT,
        $BOM . $PERL . $PRINT,
    ],
    [
        'MH4323: Windows line ends',
        qr/it has Windows line ends \[MH4323\]/,
        "#!/usr/bin/perl\r\n$PRINT",
        "#!/usr/bin/perl -w --\r\n$PRINT",
    ],
    [
        'MH4325: a missing program, and a Windows line end elsewhere',
        qr/its interpreter does not exist \[MH4325\]/,
        "#!/no/such/perl -w\r\n$PRINT",
        "#!/no/such/perl\r\n$PRINT",
    ],
    [
        'MH4324: a byte order mark',
        qr/it begins with a byte order mark \[MH4324\]/,
        $BOM . $PERL . $PRINT,
        "# $BOM\n$PRINT",
    ],
    [
        'MH4325: no such interpreter',
        qr/its interpreter does not exist \[MH4325\]/,
        "#!/no/such/perl\n$PRINT",
        "#!/etc/hostname\n$PRINT",
    ],
    [
        'MH4326: an interpreter that cannot be executed',
        qr/its interpreter cannot be executed \[MH4326\]/,
        "#!/etc\n$PRINT",
        [ 0644, $PERL . $PRINT ],
    ],
);

my @COMPILES = (
    [
        'MH4320: a missing module',
        qr/the module No::Such was not found .*\[MH4320\]/,
        "${PERL}use No::Such;\n$PRINT",
        "${PERL}BEGIN { die qq(no module No::Such\\n) }\n$PRINT",
    ],
    [
        'MH3097: does not compile',
        qr/does not compile: syntax error .*\[MH3097\]/,
        "${PERL}my \$x = ;\n$PRINT",
        "${PERL}die qq(syntax error at x.pl line 2\\n);\n$PRINT",
    ],
    [
        'MH3097: the error, and not a warning before it',
        qr/does not compile: Global symbol "\@none" .*\[MH3097\]/,
        "${PERL}use strict; use warnings; my \$x = \"\@none\" if 0; \$y = 1;\n$PRINT",
        "${PERL}use warnings; my \$x = \"\@none\" if 0; \$y = 1;\n$PRINT",
    ],
    [
        'MH3097: the words of die, and not a warning before them',
        qr/does not compile: no camel .*\[MH3097\]/,
        "${PERL}BEGIN { warn qq(a camel\\n); die qq(no camel here\\n) }\n$PRINT",
        "${PERL}BEGIN { warn qq(no camel here\\n) }\n$PRINT",
    ],
    [
        'MH4320: a missing module, behind a warning',
        qr/the module No::Such was not found .*\[MH4320\]/,
        "${PERL}BEGIN { warn qq(a camel\\n) } use No::Such;\n$PRINT",
        "${PERL}BEGIN { warn qq(Can't locate No/Such.pm in \@INC\\n) }\n$PRINT",
    ],
    [
        'MH3097: after a look at the request',
        qr/does not compile: Global symbol .*\[MH3097\]/,
        "${PERL}use strict; BEGIN { my \$q = \$ENV{QUERY_STRING} . 1 }\n\$x = 1;",
        "${PERL}BEGIN { my \$q = \$ENV{QUERY_STRING} . 1 }\n\$x = 1;\n$PRINT",
    ],
    [
        'MH3097: after a look, the error and not a warning before it',
        qr/does not compile: Global symbol "\@none" .*\[MH3097\]/,
        "${PERL}use strict; use warnings; BEGIN { my \$q = \$ENV{QUERY_STRING} . 1 }\n"
            . "my \$x = \"\@none\" if 0; \$z = 1;",
        "${PERL}use warnings; BEGIN { my \$q = \$ENV{QUERY_STRING} . 1 }\n"
            . "my \$x = \"\@none\" if 0; \$z = 1;\n$PRINT",
    ],
    [
        'MH3097: a script that ends itself compiles',
        qr/does not compile/,
        "${PERL}BEGIN { die qq(now\\n) }\n$PRINT",
        "${PERL}BEGIN { $PRINT exit }\n",
    ],
    [
        'MH3094: switches that cannot be shared',
        qr/is executed .*switches that cannot be shared \[MH3094\]/,
        "#!/usr/bin/perl -Mstrict\n$PRINT",
        "#!/usr/bin/perl -w --\r\n$PRINT",
    ],
    [
        'MH3093: much output of the compilation',
        qr/is compiled for each request: writes output .*\[MH3093\]/,
        "${PERL}BEGIN { print STDERR 'y' x 600_000 }\n$PRINT",
        "${PERL}BEGIN { print STDERR 'y' x 6 }\n$PRINT",
    ],
);

# Modules that preload= names, and the reason of MH3056 for the first of each row.
my @MODULES = (
    [ 'asks for the time', 'our $t = 1 * time', 'sub t { 1 * time }' ],
    [
        'asks for the process id',
        'our $p = $$ + 1',
        'sub p { $$ + 1 } our $p = q($$)'
    ],
    [ 'calls srand',       'srand 1',           'sub s1 { srand 1 }' ],
    [ 'leaves main::mine', 'sub main::mine {}', 'sub mine {}' ],
    [ 'changes @INC',      'use lib "/tmp"',    'our @inc = ("/tmp", @INC)' ],
    [ 'changes %SIG', '$SIG{__WARN__} = sub {}', 'our %SIGN = (ALRM => 1)' ],
    [ 'changes a special variable', '$/ = "x"',  'our $x = $/' ],
    [ 'changes $^W or $^P',         '$^W = 1',   'our $x = $^W' ],
    [
        'replaces a function of Perl',
        'BEGIN { *CORE::GLOBAL::time = sub { 1 } }',
        'sub time { 1 }'
    ],
    [ 'selects a file handle',     'select STDERR', 'our $h = *STDERR' ],
    [ 'has a CHECK or INIT block', 'INIT { }',      'END { }' ],
    [
        'leaves an object that has a destructor',
        'our $o = bless []; sub DESTROY { $main::ended++ if 0; print "" }',
        'our $o = bless []; sub destroy { print "" }'
    ],
    [
        'leaves an object that has a destructor',
        'our $o = bless []; sub AUTOLOAD { print "" }',
        'our $o = bless []; sub DESTROY { return } sub AUTOLOAD { print "" }'
    ],
    [
        'writes to STDERR',
        'print STDERR "x"',
        'sub say_it { print STDERR "x" }'
    ],
);

# Looks: statements of a BEGIN block, with LogLevel perl:debug.
my @LOOKS = map {
    my ($words, $true, $false) = @$_;
    [
        "looks: $words",
        qr/: is compiled for each request from here on: $words/,
        "${PERL}BEGIN { $true }\n$PRINT",
        "${PERL}BEGIN { $false }\n$PRINT",
    ]
} (
    [
        'looks at \$ENV\{QUERY_STRING\}',
        'our $q = $ENV{QUERY_STRING} . 1',
        'my %h = (QUERY_STRING => 1); our $q = $h{QUERY_STRING} . 1',
    ],
    [
        'looks at \$ENV\{REMOTE_PORT\}',
        'our $q = "$ENV{REMOTE_PORT}" . 1',
        'our $q = "$ENV{QUERY_STRING}" . 1',
    ],
    [
        'looks at all of %ENV',
        'our @q = sort keys %ENV',
        'our @q = sort keys %INC',
    ],
    [
        'asks for the time', 'our $q = 1 + time',
        'our $q = 1 + length "time"'
    ],
    [ 'asks for the process id', 'our $q = $$ + 1', 'our $q = q($$) . 1', ],
    [ 'asks for the parent',     'our $q = 1 + getppid', 'our $q = $$ + 1', ],
    [
        'opens made for writing',
        q{open my $out, '>', 'made' or die; close $out},
        q{open my $in, '<', 'there' or die; close $in},
    ],
);

my $h = gateway_server(workers => 2, config => "LogLevel perl:debug\n");
write_file($h->document_root . '/there', "a file\n");
chmod 0777, $h->document_root;

# The log of three requests for the script.
my $number = 0;

sub log_of ($script) {
    my ($mode, $text) = ref $script ? @$script : (0755, $script);
    my $name = sprintf 'reason%d.pl', ++$number;
    write_file($h->document_root . "/$name", $text, $mode);
    my $mark = $h->error_log_mark;
    get($h, "/$name") for 1 .. 3;
    get($h, '/end.pl');
    return substr($h->error_log, $mark);
}
write_file($h->document_root . '/end.pl', $PERL . $PRINT, 0755);

for my $row (@STARTS, @COMPILES, @LOOKS) {
    my ($name, $words, $true, $false) = @$row;
    my $mark = $h->error_log_mark;
    log_of($true);
    log_like($h, $mark, $words, "$name: true");
    my $log = log_of($false);
    unlike $log, $words, "$name: false";
}

# The command says the same about a file as the log.
for my $row (@STARTS) {
    my ($name, undef, @scripts) = @$row;
    my ($code) = $name =~ /(MH\d+)/;
    next if $name =~ /elsewhere/;
    for my $n (0, 1) {
        my $script = $scripts[$n];
        my ($mode, $text) = ref $script ? @$script : (0755, $script);
        my $file = write_file($h->document_root . '/file.pl', $text, $mode);
        chmod $mode, $file;
        my @codes
            = map { $_->{code} }
            Mehari::Explain->examine($file)->{findings}->@*;
        is scalar(grep { $_ eq $code } @codes), 1 - $n,
            "mehari explain: $name: " . ($n ? 'false' : 'true');
    }
}

# The end of a compilation that failed is no reason to compile for each request.
my $failed = log_of(
    "${PERL}use strict; use warnings; my \$x = \"\@none\" if 0; \$y = 1;\n");
like $failed,   qr/MH3097/,        'a script that does not compile: the log';
unlike $failed, qr/from here on:/, '... and no other reason';

# One pool, which loads the modules of both kinds when it starts.
subtest 'MH3056: modules that cannot be loaded ahead' => sub {
    my @names = map { ("Ahead::True$_", "Ahead::False$_") } 0 .. $#MODULES;
    my $pool  = gateway_server(
        start  => 0,
        config => "LogLevel perl:debug\nPerlPool default preload="
            . join(',', @names) . "\n"
    );
    my $lib = $pool->root . '/lib';
    mkdir $_ for $lib, "$lib/Ahead";
    for my $n (0 .. $#MODULES) {
        my (undef, $true, $false) = $MODULES[$n]->@*;
        write_file("$lib/Ahead/True$n.pm",
            "package Ahead::True$n;\n$true;\n1;\n");
        write_file("$lib/Ahead/False$n.pm",
            "package Ahead::False$n;\n$false;\n1;\n");
    }
    $pool->{config} .= "PerlPool default env=PERL5LIB=$lib\n";
    write_file($pool->document_root . '/uses.pl',
        $PERL . "use CGI;\n$PRINT", 0755);
    $pool->start;
    get($pool, '/uses.pl') for 1 .. 2;
    log_like($pool, 0, qr/True$#MODULES\.pm: .*\[MH3056\]/);
    get($pool, '/uses.pl');
    my $log = $pool->error_log;

    for my $n (0 .. $#MODULES) {
        my $why = $MODULES[$n][0];
        like $log,   qr/True$n\.pm: [^\n]*\Q$why\E/, "$why: true";
        unlike $log, qr/False$n\.pm/,                "$why: false";
    }
};

# Each message of the pools that names a reason, and the tests that cause it and
# avoid it.
my %TESTS = (
    MH3040 => 'attack/manager_ended.t',
    MH3053 => 'attack/base_killed.t',
    MH3056 => 'messages/reasons.t',
    MH3059 => 'attack/base_killed.t',
    MH3082 => 'attack/template_stopped.t',
    MH3084 => 'pool/templates.t',
    MH3086 => 'pool/templates.t',
    MH3093 => 'messages/reasons.t',
    MH3094 => 'messages/reasons.t',
    MH3095 => 'pool/cheapest.t',
    MH3097 => 'messages/reasons.t',
    MH3098 => 'messages/gains.t',
    (map { ("MH432$_" => 'messages/reasons.t') } 0 .. 6),
);
my @reasons = grep {
    Mehari::Explain::Reason::find($_)->{says} =~ /\{(?:reason|look|how)\}/
} grep { /\AMH3/ } Mehari::Explain::Reason::codes();
is_deeply [ grep { !$TESTS{$_} } @reasons ], [],
    'each message that names a reason has its test';
for my $code (sort keys %TESTS) {
    like read_file(source_root() . "/t/$TESTS{$code}"), qr/$code/,
        "$code: t/$TESTS{$code} tests it";
}

done_testing;
