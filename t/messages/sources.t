# Each message that the C sources write for an administrator has a number, no
# number has two meanings, and each has an entry in the catalogue with the same
# text as the source.

use Mehari::Test;
use Mehari::Explain::Reason;
use Mehari::Test::Messages qw(calls directive_texts numbered sources);

my $sources = sources();
my @calls   = calls($sources);
cmp_ok scalar @calls, '>', 90,
    'the sources have more than 90 calls with messages';

# Lines that only pass on a numbered message, or a text that is not ours.
my %PASSES_ON = (
    'src/module/common/message.c: "%.*s%s: %s"' => 'has it in front',
    'src/module/common/message.c: status'       => 'has it at the end',
    'src/shared/wire/code.c: "%s\n"'            => 'the same',
    'src/module/perl/call.c: "%s"'              => 'what Perl code died of',
    'src/module/request/output.c: "%s did not send an HTTP header"' =>
        'a second line, as under mod_perl',
    'src/module/life/startup.c: "%s"'              => 'what did not start',
    'src/module/common/terminal.c: "%s"'           => 'the same',
    'src/module/common/terminal.c: "mehari: %s\n"' => 'on the terminal',
    'src/module/module.c: "mehari: %s\n"'          => 'the same, of httpd -t',
    'src/module/request/enter.c: "%s"'            => 'why Perl did not start',
    'src/module/gateway/process/messages.c: text' => 'of the manager',
    'src/module/gateway/process/process_log.c: what' =>
        'of who refuses a script',
    'src/module/gateway/process/process_log.c: "%s"' =>
        'what a handler wrote itself',
    'src/module/gateway/cgi/cgi_handler.c: why'       => 'of the pool',
    'src/module/gateway/worker/worker_handler.c: why' =>
        'of the pool or the message',
    'src/pool/manager/manager.c: "%s"'             => 'of shared/ksm.c',
    'src/pool/manager/common/notice.c: "%s: %.*s"' =>
        'the number is before it',
    'src/pool/manager/jobs/job.c: "%s"' => 'the same',
    'src/pool/manager/perl/serving.c: "%s: %s %s (%s; process %d%s)%s%s"' =>
        'the first',
    'src/pool/manager/workers/worker_base.c: "%s%.*s"' =>
        'has one, or gets one',
    'src/pool/manager/workers/worker_process.c: "cannot run %s: %s\n"' =>
        'becomes MH3051',
    'src/module/api/httpd/log.c: status' =>
        'of Perl code, whose file it names',
    'src/outside/outside.c: "%s\n"' => 'of Perl code without httpd',
    'src/module/gateway/process/process_log.c: APLOGNO(01215) "stderr from %s: %s"'
        => 'mod_cgi\'s own',
    'src/module/gateway/process/end.c: ": "' => 'of the table of refusals',
);
$PASSES_ON{
    'src/module/scoreboard/watcher.c: "%.*s%s %s %s s (%s; process %d, %.2f s of'
        . ' CPU in all its " "requests); it was at\\n%s"' }
    = 'of its callers';
$PASSES_ON{'src/module/psgi/callbacks.c: "%.*s"'} = 'of the application';
$PASSES_ON{'src/module/perl/inherited.c: "%s"'}
    = 'sentences of Mehari::Inherited';
my %passes;
my @without;
for my $call (@calls) {
    next if $call->{text} =~ /\AMH\d{4}: /;
    my $key = "$call->{file}: $call->{argument}";
    $passes{$key}++;
    push @without, $key if !$PASSES_ON{$key};
}
is_deeply \@without, [], 'each sentence for the log has a number';
is_deeply [ grep { !$passes{$_} } sort keys %PASSES_ON ], [],
    'the list has no more than there is';

my @directives = directive_texts($sources);
cmp_ok scalar @directives, '>', 20, 'more than 20 directives refuse values';
# A part of what MH1405 says.
@directives
    = grep { $_->[1] !~ /\Aits first line must be a key/ } @directives;
is_deeply [ grep { $_->[1] !~ /\AMH1\d{3}: / } @directives ], [],
    'each refusal of a directive has a number';

# Each number has one meaning: one text everywhere.
my %texts;
$texts{ $_->[0] }{ $_->[1] } = $_->[2] for numbered($sources);
cmp_ok scalar keys %texts, '>', 120,
    'the sources have more than 120 codes of messages';
is_deeply [ grep { keys $texts{$_}->%* > 1 } sort keys %texts ], [],
    'no number is for two texts';
is_deeply [ grep { !Mehari::Explain::Reason::has($_) } sort keys %texts ], [],
    'each number has its entry';

# The longest part of the text without inserted values.
sub fixed ($text) {
    my @parts = sort { length $b <=> length $a }
        split /%[-.*0-9]*l*[a-zA-Z]|\*|\\n|\s-\s|\.\z/, $text =~ s/\\"/"/gr;
    return ($parts[0] // '') =~ s/\A\W+|[\s:(.]+\z//gr;
}

for my $code (sort keys %texts) {
    my ($text) = keys $texts{$code}->%*;
    my $fixed = fixed($text);
    next if length $fixed < 12;
    my $says = Mehari::Explain::Reason::find($code)->{says};
    ok index($says, $fixed) >= 0, "$code: the entry says: $fixed"
        or diag $says;
}

# Messages that no test causes, and why. All others are named in a test.
my %UNSEEN = (
    'the system gives nothing' => [
        qw(MH1002 MH1013 MH1216 MH1219 MH1305 MH1306 MH1307 MH3009 MH3052
            MH3055 MH3058)
    ],
    'only what httpd itself does not let happen' =>
        [qw(MH1121 MH1123 MH1124 MH1208 MH1214 MH1408 MH2006 MH2011 MH2039)],
    'a module from elsewhere is needed' =>
        [qw(MH1133 MH1404 MH2021 MH2036 MH3032)],
    'it takes longer than a test should' =>
        [qw(MH2004 MH3008 MH3012 MH3050 MH3054)],
    'a process has to end at the right moment' =>
        [qw(MH3005 MH3015 MH3053 MH3059 MH3060)],
    'root may do what others may not' =>
        [qw(MH1401 MH1402 MH1403 MH2010 MH2035 MH2044 MH2045 MH3036)],
    'one line would need a long arrangement' =>
        [qw(MH1008 MH1125 MH2012 MH2016 MH3057)],
);
my %known = map { $_ => 1 } Mehari::Explain::Reason::codes();
is_deeply [ grep { !$known{$_} } map { @$_ } values %UNSEEN ], [],
    'these are all in the catalogue';

done_testing;
