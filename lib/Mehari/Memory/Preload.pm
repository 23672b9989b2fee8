package Mehari::Memory::Preload;

# Measures memory and time that are saved, or lost, by loading modules and
# scripts before httpd forks. Each way has a throw-away server with one child,
# which is measured before and after its requests.

use Mehari::Perl;
use Cwd            qw(abs_path);
use File::Basename qw(basename);
use IO::Socket::INET;
use Time::HiRes qw(sleep time);

use Mehari::Httpd;
use Mehari::Memory::Process qw(memory_of);

my $TRIES = 3;

# Options: modules, scripts (paths), requests (for each script), progress.
sub new ($class, %option) {
    return bless { progress => sub { }, %option }, $class;
}

# [ { what, parent, before, after } ], memory as of memory_of(): a child's
# before and after its requests.
sub measure ($self) {
    my @modules = $self->{modules}->@*;
    my @ways    = ([ 'nothing', [], 0 ]);
    push @ways, map { [ $_, [$_], 0 ] } @modules;
    push @ways, [ 'all of them',               \@modules, 0 ] if @modules > 1;
    push @ways, [ 'them, and the scripts too', \@modules, 1 ];
    $ways[-1][0] = 'the scripts' if !@modules;
    return [ map { $self->measure_way(@$_) } @ways ];
}

# The server's first process may not be a child of httpd: a pool's manager looks
# like one until it executes its program.
sub measure_way ($self, $what, $modules, $with_scripts) {
    $self->{progress}->("preloaded: $what");
    for my $try (1 .. $TRIES) {
        my $row = $self->try_way($modules, $with_scripts) // next;
        die "the memory of httpd's child cannot be read: run this as root.\n"
            if !$row->{before} || !$row->{after};
        return { %$row, what => $what };
    }
    die "the child of the measured server has ended.\n";
}

# Returns undef if the measured process has ended.
sub try_way ($self, $modules, $with_scripts) {
    my $httpd   = $self->server($modules, $with_scripts);
    my ($child) = $httpd->children;
    my %row     = (before => memory_of($child));
    for my $path ($self->paths) {
        fetch($httpd, $path) for 1 .. $self->{requests};
    }
    my ($same) = grep { $_ == $child } $httpd->children;
    $row{after}  = memory_of($child);
    $row{parent} = memory_of($httpd->pid);
    $httpd->stop;
    return defined $same ? \%row : undef;
}

sub paths ($self) {
    my @scripts = $self->{scripts}->@*;
    return @scripts
        ? map { "/$_/" . basename($scripts[$_]) } 0 .. $#scripts
        : '/own/loads.pl';
}

# A script that loads the modules, if the user names none.
sub own_script ($self) {
    return join '', "#!/usr/bin/perl\n",
        (map { "use $_;\n" } $self->{modules}->@*),
        qq(print "Content-Type: text/plain\\n\\nloaded\\n";\n);
}

sub server ($self, $modules, $with_scripts) {
    my $httpd = Mehari::Httpd->new(
        module  => 'mehari',
        workers => 1,
        config  => sub ($h) { $self->config($h, $modules, $with_scripts) },
    );
    write_script($httpd->root . '/own', $self->own_script);
    return $httpd->start;
}

sub write_script ($dir, $text) {
    mkdir $dir or die "cannot make $dir: $!.\n";
    my $file = "$dir/loads.pl";
    open my $out, '>', $file or die "cannot write $file: $!.\n";
    print {$out} $text;
    close $out;
    chmod 0755, $dir, $file;
    return;
}

# path of the URL => directory of the script.
sub places ($self, $httpd) {
    my @scripts = $self->{scripts}->@*;
    return (own => $httpd->root . '/own') if !@scripts;
    return
        map { $_ => abs_path($scripts[$_]) =~ s{/[^/]+\z}{}r } 0 .. $#scripts;
}

sub config ($self, $httpd, $modules, $with_scripts) {
    my %place = $self->places($httpd);
    my $text  = join '', map { "PerlModule $_\n" } 'ModPerl::Registry',
        @$modules;
    for my $name (sort keys %place) {
        $text .= <<~"CONF";
            Alias "/$name" "$place{$name}"
            <Location "/$name">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
            Require all granted
            </Location>
            CONF
    }
    return $text if !$with_scripts;
    for my $path ($self->paths) {
        my ($name, $file) = $path =~ m{\A/([^/]+)/(.*)\z};
        my ($uri,  $real) = map { s/(['\\])/\\$1/gr } $path,
            "$place{$name}/$file";
        $text .= <<~"CONF";
            <Perl>
            use ModPerl::RegistryLoader ();
            ModPerl::RegistryLoader->new(package => 'ModPerl::Registry')
                ->handler('$uri', '$real');
            </Perl>
            CONF
    }
    return $text;
}

sub fetch ($httpd, $path) {
    my $url    = $httpd->url($path);
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $httpd->port,
        Timeout  => 30,
    ) or die "the measured server does not answer: $@.\n";
    my $encoded = $path =~ s/([^\w.\/-])/sprintf '%%%02X', ord $1/ger;
    print {$socket} "GET $encoded HTTP/1.0\r\nHost: localhost\r\n\r\n";
    local $/ = undef;
    my $answer = <$socket> // '';
    return if $answer =~ m{\AHTTP/1\.\d 200 };
    my ($why) = $httpd->error_log =~ /.*\[(?:perl)?:error\][^\n]*?\] (.*)/s;
    die "$path fails in the measured server: "
        . ($why // (split /\r?\n/, $answer)[0] // 'no answer') . "\n";
}

1;

__END__

=head1 NAME

Mehari::Memory::Preload - measures the memory that preloading saves

=head1 METHODS

=over

=item new(modules => \@names, scripts => \@paths, requests => $n)

C<progress> is optional code, which is called with the name of each step.

=item measure

A reference to one hash for each way: nothing preloaded, each module, all, and
all with the scripts (ModPerl::RegistryLoader). C<what> says which; C<before>
and C<after> are a child's memory before and after its requests, C<parent> that
of its parent, as L<Mehari::Memory::Process> has them.

=back

=cut
