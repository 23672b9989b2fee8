package Mehari::Test::Applications;

# Applications for mod_perl, where Debian's packages are installed: mod_perl
# under prefork answers first, then mehari with the same configuration, under
# event: with Perl in httpd, and with handlers in the workers of a pool.

use Mehari::Perl;
use parent      qw(Mehari::Test::Packages);
use Time::HiRes qw(sleep time);

use Mehari::Httpd::Config qw(modules_dir);
use Mehari::MigrateSite   qw(module_under_test);
use Mehari::Test          qw(fixture source_root);

my @MODULES = qw(
    rewrite authz_host authz_user auth_basic authn_core authn_file headers
    access_compat setenvif session
);

# The places where Perl runs. The others are compared with the first.
my %WAY = (
    mod_perl => { mpm => 'prefork', perl => 'mod_perl' },
    httpd    => { mpm => 'event' },
    pool     => { mpm => 'event', config => "PerlUsePool default\n" },
);

# This way shows what the MPM changes.
$WAY{prefork} = { mpm => 'prefork' };

# names: those of the applications; none stands for all that are described.
sub new ($class, @names) {
    @names = map { m{/([^/]+)/site\z} }
        sort glob fixture('applications/*/site')
        if !@names;
    my @sites = map { $class->application($_) } @names;
    return bless {
        sites   => [ grep { Mehari::Test::Packages::is_here($_) } @sites ],
        missing => [ grep { !Mehari::Test::Packages::is_here($_) } @sites ],
        writes  => $ENV{MEHARI_THROWAWAY},
    }, $class;
}

sub application ($class, $name) {
    my $of = Mehari::Test::Packages::described(
        fixture("applications/$name/site"));
    return { %$of, name => $name };
}

sub reference ($self) { return 'mod_perl' }

# Returns the answers to one session with an application, and then the error log.
sub answers ($self, $of, $way) {
    my $site = Mehari::MigrateSite->new(patience => 120);
    my $app  = $site->root . '/app';
    system 'cp',    '-R', fixture("applications/$of->{name}"), $app;
    system 'chmod', '-R', 'a+rwX',                             $app;
    my $conf = $site->write('conf/httpd.conf',
        $self->configuration($site, $of, $WAY{$way}));
    local $self->{site} = $site;
    $self->keep_state($of);
    my ($answers) = eval {
        $site->served($conf, sub { $self->when_it_runs($of) });
    };
    my $why = $@;
    $self->restore_state($of);
    die $why if $why;
    return { $of->{package} => $answers, log => $site->error_log };
}

# httpd also listens while it reads its configuration for the first time. It
# serves once its PID file is there.
sub when_it_runs ($self, $of) {
    my $file = $self->{site}->root . '/logs/httpd.pid';
    my $end  = time + 120;
    sleep 0.05 while time < $end && !-s $file;
    die "httpd does not run:\n", $self->{site}->error_log if !-s $file;
    return $self->session($of);
}

sub configuration ($self, $site, $of, $way) {
    my @modules = (@MODULES, @{ $of->{module} // [] });
    my $text    = $self->begun($site, $way->{mpm}, \@modules, '@ROOT@');
    $text .= $self->module_line($way) . ($way->{config} // '') . <<~'CONF';
        FileETag None
        DirectoryIndex index.html
        CONF
    $text .= "ServerLimit 2\nThreadsPerChild 4\nMaxRequestWorkers 8\n"
        if $way->{mpm} eq 'event';
    $text .= Mehari::Test::Packages::lines_for($of);
    return $text =~ s{\@APP\@}{$site->root . '/app'}ger;
}

sub module_line ($self, $way) {
    return 'LoadModule perl_module ' . modules_dir() . "/mod_perl.so\n"
        if $way->{perl};
    return
          'LoadModule perl_module '
        . module_under_test() . "\n"
        . 'PerlSwitches -I'
        . source_root()
        . "/lib\n";
}

# mod_perl gives hashes another order each time: a line is compared by its words.
sub lines_of ($self, $of, $answer) {
    my @lines = $self->SUPER::lines_of($of, $answer);
    @lines = map { join ' ', sort split /[\s,{}<>]+/ } @lines;
    return $of->{unordered} ? sort @lines : @lines;
}

1;

__END__

=head1 NAME

Mehari::Test::Applications - applications for mod_perl, compared

=head1 DESCRIPTION

F<t/fixtures/applications/NAME/site> describes an application in the words of
L<Mehari::Test::Packages>. The other files of its folder are laid out anew for
each server, at C<@APP@>. C<Module> names a further module of httpd;
with C<Unordered> the lines of an answer may have any order, too.

=cut
