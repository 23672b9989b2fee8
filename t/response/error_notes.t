# The note error-notes is byte for byte mod_perl's: the error with its newline
# after a die, the exception of exit(), and nothing after a returned 500. A
# handler of a later phase and an ErrorDocument read it. The answers are
# compared if libapache2-mod-perl2 is installed.

use Mehari::Test;

my $HANDLERS = <<'PERL';
use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::RequestUtil ();
use APR::Table ();
use ModPerl::Util ();
use Apache2::Const -compile => qw(OK);
package My;
sub told {
    my $notes = shift->notes->get('error-notes');
    return defined $notes ? "<$notes>" : 'none';
}
sub page { my $r = shift; $r->print(told($r)); return 0 }
sub why  { my $r = shift; $r->print('why: ', told($r->prev)); return 0 }
sub dies { die "no camel\n" }
sub dies_at { die 'here' }
sub dies_long { die "one\n\ntwo \n\n" }
sub object { die bless {}, 'My::Error' }
sub exits { ModPerl::Util::exit() }
sub refuses { 500 }
sub noted { my $r = shift; $r->notes->set('error-notes' => 'first'); die "second\n" }
package My::Error;
use overload '""' => sub { "an object\n" }, fallback => 1;
1;
PERL

my @WAYS = qw(dies dies_at dies_long object exits refuses noted missing);

sub answers (%which) {
    my $h = server(
        %which,
        files  => { 'handlers.pl' => $HANDLERS },
        config => join '',
        "PerlRequire \"\${DOCUMENT_ROOT}/handlers.pl\"\n",
        "ErrorDocument 500 /why\n",
        "<Location /why>\nSetHandler modperl\n",
        "PerlResponseHandler My::why\n</Location>\n",
        map { <<~"CONF" } @WAYS,
        <Location /response/$_>
        SetHandler modperl
        PerlResponseHandler My::$_
        </Location>
        <Location /fixup/$_>
        SetHandler modperl
        PerlFixupHandler My::$_
        PerlResponseHandler My::page
        </Location>
        CONF
    );
    my %answer;
    for my $path (map { ("/response/$_", "/fixup/$_") } @WAYS) {
        my ($first, $second) = get($h, $path, repeat => 2);
        $answer{$path} = join ' ', $first->status, $first->body;
        is join(' ', $second->status, $second->body), $answer{$path},
            "$path answers the same twice";
    }
    my $root = $h->root;
    s/\Q$root\E/ROOT/g for values %answer;
    $h->stop;
    return \%answer;
}

my $ours = answers();
is $ours->{'/response/dies'}, "500 why: <no camel\n>",
    'error-notes have the words of die';
is $ours->{'/response/dies_long'}, "500 why: <one\n\ntwo \n\n>",
    'error-notes have all lines of die';
is $ours->{'/response/object'}, "500 why: <an object\n>",
    'error-notes have the text of an object';
is $ours->{'/response/refuses'}, '500 why: <>',
    'error-notes are empty if a handler returns 500';
is $ours->{'/response/noted'}, "500 why: <first, second\n>",
    'error-notes of two handlers are merged';
is $ours->{'/response/missing'}, '500 why: none',
    'error-notes are missing if there is no handler';
like $ours->{'/fixup/exits'}, qr/\A200 <.*exit was called/s,
    'error-notes say that exit was called';

SKIP: {
    my $theirs = eval { answers(module => 'mod_perl') }
        or skip 'mod_perl is not installed';
    is $ours->{$_}, $theirs->{$_},
        "$_ has the same error-notes under mod_perl"
        for sort keys %$theirs;
}

done_testing;
