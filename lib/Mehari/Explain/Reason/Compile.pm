package Mehari::Explain::Reason::Compile;

# MH44xx: what runs while a script is compiled.

use v5.36;

my $ONCE = 'BEGIN blocks, "use" and the code of modules run once for all'
    . ' requests in tiers that compile a script once.';
my $LATER = 'Do it in the program, after BEGIN.';

sub reasons ($class) {
    return (
        reason(
            'MH4401',
            'the time, in BEGIN',
            'looks at the time in BEGIN ({subject}), which is the time of'
                . ' compilation for all requests',
            "use constant NOW => time;\n"
        ),
        reason(
            'MH4402',
            'the request, in BEGIN',
            'looks at {subject} in BEGIN, which is the first request\'s',
            "BEGIN { \$home = \$ENV{DOCUMENT_ROOT} }\n"
        ),
        reason(
            'MH4403',
            'the process, in BEGIN',
            'looks at the process in BEGIN ({subject}), which is not that of a'
                . ' request',
            "use constant PID => \$\$;\n"
        ),
        reason(
            'MH4404',
            'STDIN, in BEGIN',
            'reads {subject} in BEGIN: the body of later requests is not read',
            "BEGIN { read STDIN, \$body, \$ENV{CONTENT_LENGTH} }\n"
        ),
        reason(
            'MH4405',
            'a file, in BEGIN',
            'reads a file in BEGIN ({subject}), which may change before later'
                . ' requests',
            "BEGIN { open F, '<', 'site.conf'; \@conf = <F> }\n"
        ),
        reason(
            'MH4406',
            'random numbers, in BEGIN',
            'calls {subject} in BEGIN: all requests get that number',
            "use constant TOKEN => rand;\n"
        ),
        reason(
            'MH4407',
            'output, in BEGIN',
            'prints in BEGIN ({subject}): only the first page has it',
            "BEGIN { print \"Content-Type: text/html\\n\\n\" }\n"
        ),
        reason(
            'MH4408',
            'an effect, in BEGIN',
            'has an effect in BEGIN ({subject}), which later requests do not'
                . ' have',
            "BEGIN { system 'logger hit' }\n"
        ),
        reason(
            'MH4409',
            'exit, in BEGIN',
            'may call {subject} in BEGIN, depending on the first request',
            "BEGIN { exit if !\$ENV{HTTPS} }\n"
        ),
        reason(
            'MH4410',
            'users and hosts, in BEGIN',
            'looks up users or hosts in BEGIN ({subject}), which may change',
            "use constant HOME => (getpwuid \$<)[7];\n"
        ),
        reason(
            'MH4411',
            'code that is not known, in BEGIN',
            'runs code in BEGIN that cannot be known before ({subject})',
            "BEGIN { require \$ENV{PLUGIN} }\n"
        ),
        reason(
            'MH4412',
            'a database, in BEGIN',
            'opens a database handle at compile time ({subject}), which all'
                . ' requests would share',
            "my \$db;\nBEGIN { \$db = DBI->connect('dbi:SQLite:/app.db') }\n"
        ),
        reason(
            'MH4413',
            'objects, in BEGIN',
            'has {subject}, and makes objects in BEGIN, which are not destroyed'
                . ' at the end of a request',
            "use constant LOG => Log->new;\npackage Log;\nsub DESTROY { ... }\n"
        ),
        reason(
            'MH4414',
            'a function, in BEGIN',
            'calls {subject} in BEGIN, whose result may be another later',
            "use constant QUERY => CGI->new;\n"
        ),
    );
}

sub reason ($code, $title, $says, $example) {
    return {
        code      => $code,
        rules_out => 'fresh',
        title     => $title,
        says      => $says,
        cause     => $ONCE,
        fresh     => 'what was seen or done with the first compilation holds'
            . ' for all requests',
        remedy  => $LATER,
        example => $example,
    };
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Compile - messages about what runs in BEGIN

=cut
