package Mehari::Test::Workers;

# Loaded before a test of handlers, it has them run in workers of a pool, under
# the MPM that is named: perl -MMehari::Test::Workers=event t/response/exit.t

use Mehari::Perl;

use Mehari::Httpd;

my %before = (
    new         => \&Mehari::Httpd::new,
    config_text => \&Mehari::Httpd::config_text,
);

sub import ($class, $mpm = 'event') {
    no strict 'refs';
    no warnings 'redefine';
    *{'Mehari::Httpd::new'} = sub ($httpd, %option) {
        my $self = $before{new}->($httpd, mpm => $mpm, %option);
        $self->{perl_workers} = $self->{workers};
        $self->{workers}      = 16 if $self->{workers} < 16;
        return $self;
    };
    *{'Mehari::Httpd::config_text'} = \&with_pool;
    return;
}

# As many workers as the test wants processes of httpd, which has more threads:
# event closes idle connections when all of them are busy for a moment. The
# test's own configuration may say more about the pool. A body goes to the
# handler as it comes, as inside httpd, so that one that ends too early is the
# handler's to see; t/attack/slow_body.t has those that httpd takes in.
sub with_pool ($httpd) {
    my $text    = $before{config_text}->($httpd);
    my $workers = $httpd->{perl_workers};
    $text .= "\nPerlPool default workers=$workers\n"
        if $text !~ /^\s*PerlPool default/m;
    return "$text\nPerlUsePool default\nPerlBuffer request=Off\n";
}

1;
