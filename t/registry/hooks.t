# Hooks that a script sets in $SIG{__DIE__} and $SIG{__WARN__} while it is
# compiled, as "use CGI::Carp" does, are there in each of its requests, and in
# no other script's.

use Mehari::Test;
use Mehari::Test::Registry;

needs('CGI');

my $h = script_server();

script($h, 'fatals.pl', <<'PERL');
use CGI::Carp qw(fatalsToBrowser);
die "sand\n" if $ENV{QUERY_STRING} ne 'well';
print "Content-Type: text/plain\n\nwell\n";
PERL
script($h, 'warns.pl', <<'PERL');
my @said;
BEGIN { $SIG{__WARN__} = sub { push @main::said, @_ } }
@main::said = ();
warn "sand\n";
print "Content-Type: text/plain\n\nsaid @main::said";
PERL
script($h, 'other.pl', <<'PERL');
print "Content-Type: text/plain\n\n",
    join ' ', map { $_ // 'none' } @SIG{qw(__DIE__ __WARN__)};
PERL

for my $place (qw(registry bb prefork perlrun)) {
    subtest $place => sub {
        for my $round (1 .. 3) {
            my $answer = get($h, "/$place/fatals.pl");
            is $answer->status, 500,
                "fatalsToBrowser makes status 500 in round $round";
            like $answer->body, qr/Software error.*sand/s,
                "fatalsToBrowser makes a page in round $round";
            is get($h, "/$place/fatals.pl?well")->body, "well\n",
                "fatalsToBrowser, round $round: a request that does not die";
            is get($h, "/$place/warns.pl")->body, "said sand\n",
                "a warning, round $round";
            is get($h, "/$place/other.pl")->body, 'none none',
                'another script has no such hook';
        }
    };
}

done_testing;
