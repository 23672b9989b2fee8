package Mehari::Command::Serve;

# mehari serve: a directory of scripts and handlers, in a httpd of its own, in
# the foreground.

use v5.36;

use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use IO::Socket::INET;

use Mehari::Command::Usage;
use Mehari::Httpd;
use Mehari::Serve::App;
use Mehari::Serve::Config;
use Mehari::Serve::Context;
use Mehari::Serve::Debugger;
use Mehari::Serve::Mode;
use Mehari::Serve::Profile;
use Mehari::Serve::Site;
use Mehari::Serve::Terminal;

my $HOST = '127.0.0.1';

# Of httpd, under event.
my $THREADS = 16;

sub summary ($class) { return 'serve a directory of scripts on this machine' }

sub options ($class) {
    return <<~'TEXT';
      mehari serve [OPTIONS] [DIR|SCRIPT|APP.psgi]

      --port N          port on 127.0.0.1; 0 takes any free one (8080)
      --mode LIST       which of cgi (SetHandler perl-cgi), mod_cgi,
                        perlrun, registry, perlrunprefork, registryprefork,
                        perlscript and modperl; or all (default: all
                        without the two Prefork ones)
      --mpm NAME        httpd's multi-processing module: event or prefork
                        (event; with mod_perl prefork)
      --workers N       processes for the modes in which Perl stays: workers of
                        a pool under event, httpd's own under prefork (4)
      --module NAME     mehari, or mod_perl to compare (mehari)
      --debug           stop each run in Perl's debugger, in this terminal
      --profile         profile each run; /mehari-profile/ lists the reports
      --verbose         print a line for every request
      --print-config    print the httpd configuration and end
    TEXT
}

sub run ($class, @args) {
    my $option = parse(@args);
    return run_app($option)
        if Mehari::Serve::App->is_one($option->{path});
    my $site = site($option);
    choose_mpm($option, $site);
    my $examples = $site->examples;
    my $context  = Mehari::Serve::Context->new(
        site  => $site,
        modes => [ modes($option, $site) ],
        label => label($option),
        note  => note($option),
    );
    return foreground(
        $option,
        sub () { httpd($option, $context) },
        sub ($httpd) { rows($httpd, $context, $option) },
        sub ($httpd) { start($httpd, $examples) },
    );
}

sub run_app ($option) {
    usage('--mode is for scripts and handlers, not for an application')
        if defined $option->{mode};
    usage('an application of PSGI needs --module mehari')
        if $option->{module} ne 'mehari';
    $option->{mpm} //= 'event';
    my $app
        = Mehari::Serve::App->new($option, threads($option), label($option));
    return foreground(
        $option,
        sub () { $app->httpd },
        sub ($httpd) { $app->rows($httpd) },
    );
}

# Until a signal comes, or httpd ends.
sub foreground ($option, $make, $rows, $start = \&Mehari::Httpd::start) {
    check_port($option->{port}) unless $option->{print_config};

    # From here on there is something to leave behind: a signal must find the
    # way through the end of this function.
    my $stop = 0;
    local @SIG{qw(INT TERM HUP)} = (sub { $stop = 1 }) x 3;
    my $httpd = $make->();
    if ($option->{print_config}) {
        print $httpd->config_text;
        return 0;
    }
    $start->($httpd);
    my $ended = watch($httpd, $option, \$stop, $rows->($httpd));
    $httpd->stop;
    die "httpd has ended; the lines above may say why\n" if $ended;
    return 0;
}

# An example whose configuration is wrong is left out, and the page says why.
# Where only workers need a module, httpd would start without it: a test of the
# configuration finds that, too.
sub start ($httpd, $examples) {
    $examples->leave_out_faulty($httpd) if $examples->served;
    $httpd->start;
    $examples->save($httpd->root . '/logs/examples');
    return;
}

# --- what is asked for -------------------------------------------------------

sub parse (@args) {
    my %option = (
        port    => 8080,
        module  => 'mehari',
        workers => 4,
    );
    Mehari::Command::Usage->options(
        'serve', \@args, \%option, qw(port=i mode=s mpm=s workers=i module=s
            verbose profile debug print_config|print-config)
    );
    usage('serve takes one directory, script or application') if @args > 1;
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
    usage('--profile needs --module mehari')
        if $option->{profile} && $option->{module} ne 'mehari';
    prepare_debug($option) if $option->{debug};
    return unless defined $option->{mode};
    $option->{modes}
        = eval { [ Mehari::Serve::Mode->parse($option->{mode}) ] }
        // usage($@ =~ s/\n//r);
    return;
}

# One request at a time, each in a process of httpd's own.
sub prepare_debug ($option) {
    usage('--debug needs --module mehari, and goes neither with --profile nor'
            . ' with --mpm event')
        if $option->{module} ne 'mehari'
        || $option->{profile}
        || ($option->{mpm} // 'prefork') ne 'prefork';
    usage('--debug is for scripts and handlers, not for an application')
        if Mehari::Serve::App->is_one($option->{path});
    my %known = map { $_ => 1 } Mehari::Serve::Debugger->modes;
    $option->{mode} //= join ',', sort keys %known;
    my @others = grep { !$known{$_} } split /,/, $option->{mode};
    usage("--debug does not work in mode $others[0]; the modes are "
            . join(', ', sort keys %known))
        if @others;
    @$option{qw(mpm workers)} = ('prefork', 1);
    return;
}

sub usage ($message) { Mehari::Command::Usage->throw($message) }

sub site ($option) {
    my $site = Mehari::Serve::Site->new($option->{path})->with_examples;
    my $dir  = $site->dir;
    die
        "$dir has no Perl scripts (*.pl, *.cgi, or executables with a perl #! "
        . "line) and no handlers (*.pm with a sub handler in lib or handlers)\n"
        if $site->is_empty;
    die "httpd's user cannot get into $dir; serve it as its owner, not as "
        . "root\n"
        if $> == 0 && !$site->open_to_all;
    check_alone($option, $site->examples->list)
        if $site->examples->is_alone;
    return $site;
}

sub check_alone ($option, $example) {
    usage(    '--mode is for scripts and handlers, and '
            . $example->dir
            . ' says itself how it is served')
        if defined $option->{mode};
    die "${\$example->dir} cannot be served: ${\$example->problem}\n"
        if defined $example->problem;
    return;
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
    return () if $site->examples->is_alone;
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
        modules => [
            Mehari::Serve::Config->modules($option->{mpm}),
            $context->site->examples->modules,
        ],
        env     => $context->site->examples->environment,
        port    => $option->{port},
        workers => $option->{mpm} eq 'event'
        ? threads($option)
        : $option->{workers},
        access_log => 0,
        $context->site->httpd_user,
        config => sub ($httpd) {
            $context->{logs} = $httpd->root . '/logs';
            my $perl = perl_dir($httpd->root);
            return profile($option, $httpd->root, $perl, '^/(?:$|mehari)')
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

# What is ours runs under mod_perl, too, and must not bring our Apache2::* with
# it; so it gets a directory with nothing but Mehari in it.
sub perl_dir ($root) {
    my $dir = "$root/perl";
    my $lib = dirname(dirname(abs_path(__FILE__)));
    mkdir $dir;
    symlink $lib, "$dir/Mehari" unless -e "$dir/Mehari";
    return $dir;
}

# True when httpd has ended by itself.
sub watch ($httpd, $option, $stop, @rows) {
    my $terminal = Mehari::Serve::Terminal->new;
    my $logs     = $httpd->root . '/logs';
    $terminal->banner('mehari serve', @rows);
    $terminal->follow_errors("$logs/error_log");
    $terminal->follow_runs("$logs/runs_log") if $option->{verbose};
    my $running = 1;
    until ($$stop) {
        $running = $httpd->is_running;
        $terminal->poll;
        last unless $running;
        $option->{debugger}
            ? $option->{debugger}->wait(0.1)
            : select undef, undef, undef, 0.1;
    }
    $terminal->end;
    return !$running && !$$stop;
}

sub example_rows ($examples) {
    return () if $examples->is_alone;
    my @served = map { '/' . $_->name . '/' } $examples->served;
    my @rows   = @served ? [ 'examples', "@served" ] : ();
    return @rows,
        map { [ 'left out', $_->name . ': ' . $_->problem ] }
        $examples->left_out;
}

sub rows ($httpd, $context, $option) {
    my $site     = $context->site;
    my %handlers = $site->handlers;
    my %count    = (
        script  => scalar(() = $site->scripts),
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
    push @rows, example_rows($site->examples);
    push @rows, [ 'status', $httpd->url('/mehari-status') ]
        if $option->{module} eq 'mehari';
    push @rows, [ 'profiles', $httpd->url($Mehari::Serve::Profile::URL) ]
        if $option->{profile};
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
