# mehari serve --debug: a script or handler stops in the debugger, in the
# terminal, for one request; the next one begins anew.

use Mehari::Test qw(needs);
use Mehari::Test::Serve;
use Mehari::Test::Terminal;

plan skip_all => Mehari::Test::Terminal::missing()
    if Mehari::Test::Terminal::missing();

my $ROOT = Mehari::Test::Serve::root();
my $SITE = Mehari::Test::Serve::site(
    'a.pl' => <<~'PERL',
        #!/usr/bin/perl
        use strict;
        use warnings;
        my $word = 'before';
        $main::runs++;
        print "Content-Type: text/plain\n\n";
        print "$word $main::runs\n";
        PERL
    'handlers/Hello.pm' => <<~'PERL',
        package Hello;
        use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
        use Apache2::RequestRec ();
        use Apache2::RequestIO ();
        our $runs;
        sub handler {
            my $word = 'before';
            my ($r) = @_;
            $runs++;
            $r->content_type('text/plain');
            $r->print("$word $runs\n");
            return 0;
        }
        1;
        PERL
);

my $tmp      = Mehari::Test::Serve::public_dir();
my $terminal = Mehari::Test::Terminal->new({ %ENV, TMPDIR => "$tmp" },
    $^X, "$ROOT/bin/mehari", 'serve', '--port', 0, '--debug', "$SITE");

sub see  ($pattern) { return $terminal->see($pattern) }
sub type ($line)    { return $terminal->type($line) }

my $url = see(qr{(http://127\.0\.0\.1:\d+)/}) // die 'it does not start';

# A client in the background; its answer comes when the debugger lets it.
sub client ($path) {
    open my $out, '-|', 'curl', '-s', '--max-time', 60, "$url$path"
        or die "curl: $!";
    return $out;
}

my %PLACE = (
    '/perl-cgi/a.pl'    => qr/a\.pl:4\)/,
    '/registry/a.pl'    => qr/a\.pl:4\)/,
    '/modperl/Hello'    => qr/Hello\.pm:7\)/,
    '/perlscript/Hello' => qr/Hello\.pm:7\)/,
);

for my $path (sort keys %PLACE) {
    for my $round (1, 2) {
        my $answer = client($path);
        ok see($PLACE{$path}), "$path, round $round: stops where it begins";
        ok see(qr/DB<1> /),    'the debugger asks for a command';
        type('n');
        ok see(qr/DB<\d+> /), 'the debugger makes a step';
        type('print $DB::OUT "[$word]\n"; $word = "after"');
        ok see(qr/\[before\]/), 'the debugger shows a variable';
        type('c');
        is join('', readline $answer), "after 1\n",
            'the debugger goes on with new input each time';
        ok see(qr/The request is over/),
            'the debugger says that the request is over';
    }
}

my $answer = client('/modperl/Hello');
ok see(qr/DB<1> /), 'the debugger asks before q';
type('q');
readline $answer;
ok see(qr/The request is over/), 'the command q ends the request';
$answer = client('/modperl/Hello');
ok see(qr/DB<1> /), 'the next request stops again';
type('c');
is join('', readline $answer), "before 1\n", 'the script answers as ever';

is $terminal->stop('INT'), 0, 'the server ends with status 0';

for my $wrong (
    [ '--mpm',    'event' ],
    [ '--mode',   'perlrun' ],
    [ '--module', 'mod_perl' ],
    ['--profile']
    )
{
    my ($status)
        = Mehari::Test::Serve::command('serve', '--debug', @$wrong, "$SITE");
    is $status, 2, "mehari serve refuses: @$wrong";
}
done_testing;
