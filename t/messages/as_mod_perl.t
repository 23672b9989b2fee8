# Rules that watch the log of a mod_perl site match this one too: messages of
# Perl code are the same byte for byte, and mod_perl's own begin in the same
# way. The two logs are compared if libapache2-mod-perl2 is installed.

use Mehari::Test;

my $LINE   = qr/^\[[^]]+ 20\d\d\]/m;
my $NOBODY = qr/\[pid \d+:tid \d+\]/;
my $CLIENT = qr/$NOBODY \[client 127\.0\.0\.1:\d+\]/;

# A rule of fail2ban's or logwatch's kind: the level, the author, and the rest
# of the line.
sub rule ($level, $who, $text) {
    return qr/$LINE \[$level\] $who $text(?:, referer: \S+)?$/m;
}

# The rules for each request.
my %RULES = (
    '/die'    => [ rule('perl:error', $CLIENT, qr/no camel\\n/) ],
    '/die_at' =>
        [ rule('perl:error', $CLIENT, qr/here at \S+ line \d+\.\\n/) ],
    '/die_twice' => [ rule('perl:error', $CLIENT, qr/one\\ntwo\\n\\n/) ],
    '/authen'    => [ rule('perl:error', $CLIENT, qr/no camel\\n/) ],
    '/filter'    => [ rule('perl:error', $CLIENT, qr/torn\\n/) ],
    '/cleanup'   => [ rule('perl:error', $CLIENT, qr/no camel\\n/) ],
    '/missing'   => [
        rule(
            'perl:error',
            $CLIENT,
            qr/failed to resolve handler `No::Such': Can't locate No\/Such\.pm.*/
        )
    ],
    '/headers' => [
        rule(
            'core:error', $CLIENT,
            qr/malformed header from script 'headers': Bad header: .*/
        ),
        rule('perl:warn', $NOBODY, qr/\/headers did not send an HTTP header/),
    ],
    '/reg/unended.pl' => [
        rule(
            'core:error', $CLIENT,
            qr/malformed header from script 'unended\.pl': Bad header: .*/
        ),
        rule(
            'perl:warn', $NOBODY,
            qr/\/reg\/unended\.pl did not send an HTTP header/
        ),
    ],
    '/log_error' => [
        rule(':error', $NOBODY, qr/first\\n/),
        rule(
            ':error', $NOBODY,
            qr/access to \/f failed for 127\.0\.0\.1, reason: late/
        ),
        rule('perl:error', $CLIENT, qr/an object's\\n/),
        rule(':warn',      $NOBODY, qr/of the server/),
    ],
    '/warn'       => [ qr/^warned at \S+ line \d+\.$/m, qr/^plain$/m ],
    '/reg/die.pl' =>
        [ rule(':error', $NOBODY, qr/lost at \S+ line \d+\.\\n/) ],
    '/reg/syntax.pl' => [
        rule(
            ':error',
            $NOBODY,
            qr/Missing right .*syntax error at \S+ line \d+, at EOF\\n(?:Execution of \S+ aborted .*\\n)?/
        )
    ],
    '/reg/no.pl' => [
        rule(
            ':error',
            $NOBODY,
            qr/Can't locate No\/Such\.pm in .*compilation aborted at .*\.\\n/
        )
    ],
    '/reg/warn.pl' => [qr/^told at \S+ line \d+\.$/m],
);

my $HANDLERS = <<'PERL';
use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::RequestUtil ();
use Apache2::ServerRec ();
use Apache2::ServerUtil ();
use Apache2::Log ();
use Apache2::Filter ();
use Apache2::Const -compile => 'OK';
BEGIN { $INC{'My/Filter.pm'} = __FILE__ }
sub My::die::handler       { die "no camel\n" }
sub My::die_at::handler    { die 'here' }
sub My::die_twice::handler { die "one\ntwo\n\n" }
sub My::ok::handler        { $_[0]->print('x'); return Apache2::Const::OK }
sub My::headers::handler   { print "camel\n\nbody"; return Apache2::Const::OK }
sub My::warn::handler {
    warn 'warned';
    print STDERR "plain\n";
    print 'x';
    return Apache2::Const::OK;
}
sub My::log_error::handler {
    my $r = shift;
    $r->log_error("first\n");
    $r->log_reason('late', '/f');
    $r->log->error("an object's\n");
    $r->server->warn('of the server');
    $r->print('x');
    return Apache2::Const::OK;
}
package My::Filter;
use base 'Apache2::Filter';
sub handler : FilterRequestHandler { die "torn\n" }
1;
PERL

sub place ($name, $with) {
    return "<Location /$name>\nSetHandler perl-script\n$with\n</Location>\n";
}

sub log_server (%which) {
    my $h = server(
        %which,
        workers => 1,
        modules => [qw(authn_core auth_basic authz_user)],
        start   => 0,
        files   => {
            'handlers.pl'    => $HANDLERS,
            'reg/die.pl'     => "die 'lost';\n",
            'reg/syntax.pl'  => "sub {\n",
            'reg/no.pl'      => "use No::Such;\n",
            'reg/unended.pl' => "print qq{camel\n};\n",
            'reg/warn.pl' => "warn 'told'; print qq{Content-Type: a/b\\n\\n}",
        },
        config => join '',
        "PerlRequire \"\${DOCUMENT_ROOT}/handlers.pl\"\n",
        (
            map { place($_, "PerlResponseHandler My::$_") }
                qw(die die_at die_twice warn log_error)
        ),
        place('missing', 'PerlResponseHandler No::Such'),
        place(
            'headers',
            "PerlOptions +ParseHeaders\nPerlResponseHandler My::headers"
        ),
        place(
            'authen',
            "AuthType Basic\nAuthName x\nRequire valid-user\n"
                . 'PerlAuthenHandler My::die'
        ),
        place(
            'filter',
            "PerlOutputFilterHandler My::Filter\nPerlResponseHandler My::ok"
        ),
        place(
            'cleanup',
            "PerlCleanupHandler My::die\nPerlResponseHandler My::ok"
        ),
        <<~'CONF');
            PerlModule ModPerl::Registry
            <Directory "${DOCUMENT_ROOT}/reg">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
            </Directory>
            CONF
    return $h->start;
}

# { path => the log lines of a request for it }
sub lines_of ($h, @paths) {
    my %said;
    for my $path (@paths) {
        my $mark = $h->error_log_mark;
        eval { get($h, $path, headers => { Referer => 'http://x/' }) };
        log_like($h, $mark, $_, "a rule for $path") for $RULES{$path}->@*;
        $said{$path} = $h->error_log_since($mark);
    }
    return \%said;
}

# Removes words that differ in each run, and ours behind mod_perl's.
sub plain ($h, $text) {
    my $root = $h->root;
    $text        =~ s/^.*\[(?:mpm_\w+|core):notice\].*\n//gm;
    return $text =~ s/^\[[^]]+ 20\d\d\] //gmr =~ s/pid \d+:tid \d+/pid/gr
        =~ s/127\.0\.0\.1:\d+/client/gr =~ s/\Q$root\E/ROOT/gr
        =~ s/\(\@INC [^)]*\)//gr        =~ s/Bad header: .*//gr
        =~ s/(?<=failed to resolve handler `No::Such': Can't locate).*//gr;
}

my $h    = log_server();
my $ours = lines_of($h, sort keys %RULES);

SKIP: {
    my $theirs = eval { log_server(module => 'mod_perl') }
        or skip 'mod_perl is not installed';
    # Under mod_perl, a filter that dies ends its process.
    my $said = lines_of($theirs, grep { $_ ne '/filter' } sort keys %RULES);
    is plain($h, $ours->{$_}), plain($theirs, $said->{$_}),
        "the message of $_ is as mod_perl's"
        for sort keys %$said;
    $theirs->stop;
}
$h->stop;

done_testing;
