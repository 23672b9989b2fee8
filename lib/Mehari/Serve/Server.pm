package Mehari::Serve::Server;

# The httpd of mehari serve: its address and its configuration.

use Mehari::Perl;

use Cwd            qw(abs_path);
use Exporter       qw(import);
use File::Basename qw(dirname);

use Mehari::Httpd;
use Mehari::Serve::Config;
use Mehari::Serve::Debugger;
use Mehari::Serve::Options qw(threads);
use Mehari::Serve::Profile;

our @EXPORT_OK = qw(httpd listening pages_dir perl_dir profile);

# Options of Mehari::Httpd about its address.
sub listening ($option) {
    return (
        address    => $option->{where}->address,
        port       => $option->{port},
        scheme     => $option->{https} ? 'https' : 'http',
        access_log => 0,
    );
}

sub httpd ($option, $context) {
    return Mehari::Httpd->new(
        listening($option),
        module  => $option->{module},
        mpm     => $option->{mpm},
        modules => [
            Mehari::Serve::Config->modules(@$option{qw(mpm https)}),
            $context->site->examples->modules,
        ],
        env     => $context->site->examples->environment,
        workers => $option->{mpm} eq 'event'
        ? threads($option)
        : $option->{workers},
        $context->site->httpd_user,
        config => sub ($httpd) {
            $context->{logs} = $httpd->root . '/logs';
            my $perl = perl_dir($httpd->root);
            return
                  Mehari::Serve::Config->outside($option)
                . profile($option, $httpd->root, $perl, '^/(?:$|mehari)')
                . Mehari::Serve::Config->text(
                $context,
                module  => $option->{module},
                mpm     => $option->{mpm},
                workers => $option->{workers},
                perl    => $perl,
                pages   => pages_dir($httpd->root, $perl),
                ) . debug($option, $context->site);
        },
    );
}

sub debug ($option, $site) {
    return '' if !$option->{debug};
    my %user = $site->httpd_user;
    my $uid  = defined $user{user} ? getpwnam $user{user} : undef;
    $option->{debugger}
        = Mehari::Serve::Debugger->new(defined $uid ? $uid : ());
    return $option->{debugger}->text;
}

sub profile ($option, $root, $perl, $own) {
    return '' if !$option->{profile};
    Mehari::Serve::Profile->prepare($root, $perl);
    return Mehari::Serve::Profile->text($root, $own);
}

sub pages_dir ($root, $perl) {
    my $dir  = "$root/pages";
    my %text = Mehari::Serve::Config->page_scripts($perl);
    mkdir $dir;
    for my $name (keys %text) {
        open my $out, '>', "$dir/$name"
            or die "Cannot write $dir/$name: $!\n";
        print {$out} $text{$name};
        close $out or die "Cannot write $dir/$name: $!\n";
        chmod 0755, "$dir/$name";
    }
    return $dir;
}

# Our pages also run under mod_perl, and must not bring our Apache2::* with
# them. So they get a directory that has only Mehari in it.
sub perl_dir ($root) {
    my $dir = "$root/perl";
    my $lib = dirname(dirname(abs_path(__FILE__)));
    mkdir $dir;
    symlink $lib, "$dir/Mehari" unless -e "$dir/Mehari";
    return $dir;
}

1;

__END__

=encoding UTF-8

=head1 NAME

Mehari::Serve::Server - the httpd of mehari serve

=head1 SYNOPSIS

    use Mehari::Serve::Server qw(httpd);

    my $httpd = httpd($option, $context);
    $httpd->start;

=cut
