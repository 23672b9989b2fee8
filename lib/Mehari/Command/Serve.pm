package Mehari::Command::Serve;

# mehari serve: a directory of scripts and handlers, in a httpd of its own, in
# the foreground.

use v5.36;

use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use Getopt::Long   qw(GetOptionsFromArray);
use IO::Socket::INET;

use Mehari::Command::Usage;
use Mehari::Httpd;
use Mehari::Serve::Config;
use Mehari::Serve::Context;
use Mehari::Serve::Mode;
use Mehari::Serve::Site;
use Mehari::Serve::Terminal;

my $HOST = '127.0.0.1';

# Of httpd, under event.
my $THREADS = 16;

sub summary ($class) { return 'serve a directory of scripts on this machine' }

sub options ($class) {
    return <<~'TEXT';
      mehari serve [OPTIONS] [DIR|SCRIPT]

      --port N          port on 127.0.0.1; 0 takes any free one (8080)
      --mode LIST       which of cgi (SetHandler perl-cgi), mod_cgi, fresh,
                        perlrun, registry, perlrunprefork, registryprefork,
                        perlscript and modperl; or all (default: all
                        without the two Prefork ones)
      --mpm NAME        httpd's multi-processing module: event or prefork
                        (event; with mod_perl prefork)
      --workers N       processes for the modes in which Perl stays: workers of
                        a pool under event, httpd's own under prefork (4)
      --module NAME     mehari, or mod_perl to compare (mehari)
      --verbose         print a line for every request
      --print-config    print the httpd configuration and end
    TEXT
}

sub run ($class, @args) {
    my $option = parse(@args);
    my $site   = site($option);
    choose_mpm($option, $site);
    my $context = Mehari::Serve::Context->new(
        site  => $site,
        modes => [ modes($option, $site) ],
        label => label($option),
        note  => note($option),
    );
    check_port($option->{port}) unless $option->{print_config};

    # From here on there is something to leave behind: a signal must find the
    # way through the end of this function.
    my $stop = 0;
    local @SIG{qw(INT TERM HUP)} = (sub { $stop = 1 }) x 3;
    my $httpd = httpd($option, $context);
    if ($option->{print_config}) {
        print $httpd->config_text;
        return 0;
    }
    $httpd->start;
    my $ended = serve($httpd, $context, $option, \$stop);
    $httpd->stop;
    die "httpd has ended; the lines above may say why\n" if $ended;
    return 0;
}

# --- what is asked for -------------------------------------------------------

sub parse (@args) {
    my %option = (
        port    => 8080,
        module  => 'mehari',
        workers => 4,
    );
    my $problem;
    local $SIG{__WARN__} = sub ($text) { $problem //= $text };
    Getopt::Long::Configure('default', 'no_auto_abbrev');
    GetOptionsFromArray(\@args, \%option,
        'port=i', 'mode=s', 'mpm=s', 'workers=i', 'module=s', 'verbose',
        'print_config|print-config')
        or usage(lcfirst $problem =~ s/\n//r);
    usage('serve takes one directory or script') if @args > 1;
    $option{path} = $args[0] // '.';
    check(\%option);
    return \%option;
}

sub check ($option) {
    usage('--port wants a number from 0 to 65535')
        if $option->{port} < 0 || $option->{port} > 65535;
    usage('--workers wants a number from 1 to 256')
        if $option->{workers} < 1 || $option->{workers} > 256;
    usage(qq(--mpm $option->{mpm}: the choices are event and prefork))
        if defined $option->{mpm}
        && $option->{mpm} !~ /\A(?:event|prefork)\z/;
    usage(qq(--module $option->{module}: the choices are mehari and mod_perl))
        if $option->{module} !~ /\A(?:mehari|mod_perl)\z/;
    return unless defined $option->{mode};
    $option->{modes}
        = eval { [ Mehari::Serve::Mode->parse($option->{mode}) ] }
        // usage($@ =~ s/\n//r);
    return;
}

sub usage ($message) { Mehari::Command::Usage->throw($message) }

sub site ($option) {
    my $site = Mehari::Serve::Site->new($option->{path});
    my $dir  = $site->dir;
    die
        "$dir has no Perl scripts (*.pl, *.cgi, or executables with a perl #! "
        . "line) and no handlers (*.pm with a sub handler in lib or handlers)\n"
        if $site->is_empty;
    die "httpd's user cannot get into $dir; serve it as its owner, not as "
        . "root\n"
        if $> == 0 && !$site->open_to_all;
    return $site;
}

# Event, unless Perl can stay only in httpd's own processes.
sub choose_mpm ($option, $site) {
    $option->{mpm} //= 'prefork'
        if
        grep { !works($option, 'event', $_) && works($option, 'prefork', $_) }
        wanted($option, $site);
    $option->{mpm} //= 'event';
    return;
}

sub works ($option, $mpm, $mode) {
    return Mehari::Serve::Mode::works($mode, $mpm, $option->{module});
}

# The modes that were asked for, or the usual ones: a single file needs only
# those of its kind.
sub wanted ($option, $site) {
    my @modes = @{ $option->{modes} // [ Mehari::Serve::Mode->default ] };
    my $kind
        = defined $site->script  ? 'script'
        : defined $site->handler ? 'handler'
        :                          return @modes;
    @modes = grep { $_->{kind} eq $kind } @modes;
    die "none of the modes of --mode is for a $kind\n" unless @modes;
    return @modes;
}

sub modes ($option, $site) {
    my @modes
        = grep { works($option, $option->{mpm}, $_) } wanted($option, $site);
    die "$option->{module} with the $option->{mpm} MPM has none of these"
        . " modes; choose another --mpm or other modes\n"
        unless @modes;
    return @modes;
}

# What the index page says of that which is not on it.
sub note ($option) {
    return undef if $option->{mpm} eq 'prefork' || defined $option->{mode};
    return undef if $option->{module} eq 'mehari';
    return 'Registry, PerlRun and handlers run inside httpd with mod_perl:'
        . ' start it with --mpm prefork to see them.';
}

sub check_port ($port) {
    return if $port == 0;
    my $socket = IO::Socket::INET->new(
        LocalAddr => $HOST,
        LocalPort => $port,
        Listen    => 1,
        ReuseAddr => 1,
    );
    return if $socket;
    die "port $port is in use; stop what listens there, or choose another "
        . "with --port\n"
        if $!{EADDRINUSE};
    die "port $port cannot be used: $!; choose another with --port\n";
}

sub label ($option) {
    my @count
        = $option->{mpm} eq 'event'
        ? (threads($option) . ' threads', counted($option, 'worker', 's'))
        : counted($option, 'process', 'es');
    return join ', ', @$option{qw(module mpm)}, @count;
}

sub counted ($option, $noun, $plural) {
    return "$option->{workers} $noun"
        . ($option->{workers} == 1 ? '' : $plural);
}

# No worker waits for a thread of httpd.
sub threads ($option) {
    return $option->{workers} > $THREADS ? $option->{workers} : $THREADS;
}

# --- the server --------------------------------------------------------------

sub httpd ($option, $context) {
    return Mehari::Httpd->new(
        module  => $option->{module},
        mpm     => $option->{mpm},
        modules => [ Mehari::Serve::Config->modules($option->{mpm}) ],
        port    => $option->{port},
        workers => $option->{mpm} eq 'event'
        ? threads($option)
        : $option->{workers},
        access_log => 0,
        $context->site->httpd_user,
        config => sub ($httpd) {
            $context->{logs} = $httpd->root . '/logs';
            my $perl = perl_dir($httpd->root);
            return Mehari::Serve::Config->text(
                $context,
                module  => $option->{module},
                mpm     => $option->{mpm},
                workers => $option->{workers},
                perl    => $perl,
                pages   => pages_dir($httpd->root, $perl),
            );
        },
    );
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

# What is ours runs under mod_perl, too, and must not bring our Apache2::* with
# it; so it gets a directory with nothing but Mehari in it.
sub perl_dir ($root) {
    my $dir = "$root/perl";
    my $lib = dirname(dirname(abs_path(__FILE__)));
    mkdir $dir;
    symlink $lib, "$dir/Mehari" unless -e "$dir/Mehari";
    return $dir;
}

# Until a signal comes; true when httpd has ended by itself.
sub serve ($httpd, $context, $option, $stop) {
    my $terminal = Mehari::Serve::Terminal->new;
    $terminal->banner('mehari serve', rows($httpd, $context));
    $terminal->follow_errors($context->error_log);
    $terminal->follow_runs($context->runs_log) if $option->{verbose};
    my $running = 1;
    until ($$stop) {
        $running = $httpd->is_running;
        $terminal->poll;
        last unless $running;
        select undef, undef, undef, 0.1;
    }
    $terminal->end;
    return !$running && !$$stop;
}

sub rows ($httpd, $context) {
    my $site     = $context->site;
    my %handlers = $site->handlers;
    my %count    = (
        script  => scalar $site->scripts,
        handler => scalar keys %handlers,
    );
    my @rows = (
        [ 'look at', $httpd->url('/') ],
        [ 'served',  Mehari::Serve::Message::printable($site->dir) ],
    );
    for my $kind (qw(script handler)) {
        my @modes = map { "/$_->{name}/" }
            grep { $_->{kind} eq $kind } $context->modes;
        next unless @modes && $count{$kind};
        my $plural = $count{$kind} == 1 ? '' : 's';
        push @rows, [ "$kind$plural", "$count{$kind} under @modes" ];
    }
    push @rows, [ 'also', $context->note ] if defined $context->note;
    return @rows, [ 'with', $context->label ], [ 'end', 'Ctrl-C' ];
}

1;

__END__

=head1 NAME

Mehari::Command::Serve - the command mehari serve

=head1 SYNOPSIS

  mehari serve --port 8080 examples

=head1 DESCRIPTION

See L<mehari>.

=cut
