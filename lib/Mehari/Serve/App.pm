package Mehari::Serve::App;

# An application of PSGI, served at the root of a httpd of its own.

use Mehari::Perl;

use Cwd            qw(abs_path);
use File::Basename qw(dirname);

use Mehari::Httpd;
use Mehari::Serve::Banner qw(url_rows log_row);
use Mehari::Serve::Config;
use Mehari::Serve::Context;
use Mehari::Serve::Message;
use Mehari::Serve::Profile;
use Mehari::Serve::Server qw(listening pages_dir perl_dir profile);
use Mehari::Serve::Site;

# True for a file with that name, or for a program of Mojolicious or Dancer2.
# The last statement of such a program returns the application to any PSGI
# server.
sub is_one ($class, $path) {
    return 0 if -d $path || $path =~ /\.pm\z/;
    return 1 if $path             =~ /\.psgi\z/;
    open my $in, '<', $path or return 0;
    while (my $line = <$in>) {
        last if $line =~ /\A__(?:END|DATA)__/;
        return 1
            if $line
            =~ /\A\s*use\s+(?:Mojolicious::(?:Lite|Commands)|Dancer2)\b/a;
    }
    return 0;
}

# option: the command line's options; threads: of httpd; label: a description of
# the server.
sub new ($class, $option, $threads, $label) {
    my $file = abs_path($option->{path});
    die "there is no file $option->{path}\n"
        unless defined $file && -e $file;
    die "$file cannot be read\n" unless -r _;
    return bless {
        file    => $file,
        option  => $option,
        threads => $threads,
        label   => $label,
        site    => Mehari::Serve::Site->known(dirname($file)),
    }, $class;
}

sub httpd ($self) {
    my $option = $self->{option};
    die "httpd's user cannot get into ${\$self->{site}->dir}; serve it as its"
        . " owner, not as root\n"
        if $> == 0 && !$self->{site}->open_to_all;
    return Mehari::Httpd->new(
        listening($option),
        module   => 'mehari',
        perl_lib => Mehari::Httpd::Config::perl_lib(),
        mpm      => $option->{mpm},
        modules  =>
            [ Mehari::Serve::Config->modules(@$option{qw(mpm https)}) ],
        workers => $option->{mpm} eq 'event'
        ? $self->{threads}
        : $option->{workers},
        $self->{site}->httpd_user,
        config => sub ($httpd) {
            my $root = $httpd->root;
            my $perl = perl_dir($root);

            # Stands after the application's section, because that is for all
            # URLs.
            return Mehari::Serve::Config->outside($option)
                . Mehari::Serve::Config->application(
                $self->context($root), $self->{file},
                $option->{workers},    pages_dir($root, $perl)
                ) . profile($option, $root, $perl, '^/mehari');
        },
    );
}

# Values for the error page.
sub context ($self, $root) {
    return Mehari::Serve::Context->new(
        site   => $self->{site},
        modes  => [],
        logs   => "$root/logs",
        label  => $self->{label},
        editor => $self->{option}{editor},
    );
}

sub rows ($self, $httpd) {
    return (
        url_rows($httpd, $self->{option}),
        [ 'served', Mehari::Serve::Message::printable($self->{file}) ],
        [ 'status', $httpd->url('/mehari-status') ],
        ([ 'profiles', $httpd->url($Mehari::Serve::Profile::URL) ])
            x !!$self->{option}{profile},
        log_row($self->{option}),
        [ 'with', $self->{label} ],
        [ 'stop', 'Ctrl-C' ],
    );
}

1;

__END__

=head1 NAME

Mehari::Serve::App - an application of PSGI for mehari serve

=head1 SYNOPSIS

    my $app   = Mehari::Serve::App->new($option, $threads, $label);
    my $httpd = $app->httpd;
    $httpd->start;

=cut
