package Mehari::Test::Workers;

# Runs the handlers of a test in workers of a pool, under the named MPM, if it is
# loaded before the test: perl -MMehari::Test::Workers=event t/response/exit.t

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

# The pool has as many workers as the test asks for processes of httpd. httpd
# has more threads than that: event closes idle connections when all threads
# are busy for a moment. The test's own configuration may say more about the
# pool. The handler gets a body as it comes, as inside httpd, so that it sees
# a body that ends too early; t/attack/slow_body.t has the bodies that httpd
# reads first.
sub with_pool ($httpd) {
    my $text    = $before{config_text}->($httpd);
    my $workers = $httpd->{perl_workers};
    $text .= "\nPerlPool default workers=$workers\n"
        if $text !~ /^\s*PerlPool default/m;
    return "$text\nPerlUsePool default\nPerlBuffer request=Off\n";
}

1;
