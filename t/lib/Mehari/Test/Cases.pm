package Mehari::Test::Cases;

# A server that runs the subs of t/fixtures/<behaviour>/Cases.pm: a request for
# /<place>/<name>?<arguments> calls Cases::<name>($r, @arguments). A place's
# answers depend on how its handler is set up.
#
# MEHARI_TEST_MODULE=mod_perl asks mod_perl instead.

use Mehari::Perl;
use Exporter    qw(import);
use Time::HiRes qw(sleep time);

use Mehari::Test;

our @EXPORT = qw(case_server only_child place);

our %PLACE = (
    script => 'SetHandler perl-script',
    cgi    => "SetHandler perl-script\nPerlOptions +ParseHeaders",
    plain  => 'SetHandler modperl',
    bare   => "SetHandler perl-script\nPerlOptions -SetupEnv -GlobalRequest",
    full   => "SetHandler modperl\nPerlOptions +SetupEnv +GlobalRequest",
);

# config: more of it (text, or a code that is given the server and returns
# it); the rest is for server(). One worker unless said otherwise, so that
# every request meets what the one before has left.
sub case_server ($behaviour, %option) {
    my $more  = delete $option{config} // '';
    my $cases = fixture('cases');
    my $these = fixture($behaviour);
    my %which
        = (module => $ENV{MEHARI_TEST_MODULE}) x !!$ENV{MEHARI_TEST_MODULE};
    return server(
        workers => 1,
        %which,
        %option,
        config => sub ($h) {
            return join "\n",
                qq(PerlSwitches "-I$cases" "-I$these"),
                'PerlModule Dispatch Cases',
                (map { place($_, $PLACE{$_}) } sort keys %PLACE),
                ref $more ? $more->($h) : $more;
        },
    );
}

# Returns the pid of the one worker, which has to have answered before. Waits while
# a manager that has not executed its program yet looks like a second worker.
sub only_child ($h) {
    my $end      = time + 30;
    my @children = $h->children;
    while (@children != 1) {
        die "The server has @children.\n" if time > $end;
        sleep 0.01;
        @children = $h->children;
    }
    return $children[0];
}

# One more place for the same subs.
sub place ($name, $body) {
    return <<~"CONF";
        <Location "/$name">
        $body
        PerlResponseHandler Dispatch
        </Location>
        CONF
}

1;
