package Mehari::Command::Serve;

# mehari serve: a directory of scripts and handlers, in a httpd of its own, in
# the foreground.

use Mehari::Perl;

use Errno qw(EADDRINUSE EADDRNOTAVAIL);
use IO::Socket::IP;

use Mehari::Httpd;
use Mehari::Serve::App;
use Mehari::Serve::Banner qw(rows);
use Mehari::Serve::Browser;
use Mehari::Serve::Context;
use Mehari::Serve::Mode;
use Mehari::Serve::Options qw(parse label threads usage);
use Mehari::Serve::Server  qw(httpd);
use Mehari::Serve::Site;
use Mehari::Serve::Terminal;

sub run ($class, @args) {
    my $option = parse(@args);
    return run_app($option)
        if Mehari::Serve::App->is_one($option->{path});
    my $site = site($option);
    choose_mpm($option, $site);
    my $examples = $site->examples;
    my $context  = Mehari::Serve::Context->new(
        site   => $site,
        modes  => [ modes($option, $site) ],
        label  => label($option),
        note   => note($option),
        editor => $option->{editor},
    );
    return foreground(
        $option,
        sub () { httpd($option, $context) },
        sub ($httpd) { rows($httpd, $context, $option) },
        sub ($httpd) { start($httpd, $examples) },
    );
}

# Dies where run() would, as far as that needs no build.
sub check ($class, @args) {
    my $option = parse(@args);
    site($option)       if !Mehari::Serve::App->is_one($option->{path});
    check_port($option) if !$option->{print_config};
    return;
}

sub run_app ($option) {
    usage('--debug is for scripts and handlers, not for an application')
        if $option->{debug};
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

# Looks for the profiler, and does not load it: it would profile this command.
sub check_profiler () {
    return if grep { !ref && -e "$_/Devel/NYTProf.pm" } @INC;
    die '--profile needs Devel::NYTProf (Debian: apt-get install'
        . " libdevel-nytprof-perl)\n";
}

# Runs until a signal comes, or httpd ends.
sub foreground ($option, $make, $rows, $start = \&Mehari::Httpd::start) {
    check_profiler() if $option->{profile};
    check_port($option) unless $option->{print_config};
    $option->{certificate}->prepare
        if $option->{certificate} && !$option->{print_config};

    # From here on there are files to remove, so a signal must lead to the end
    # of this function.
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
# A test of the configuration also finds a missing module that only workers
# need; without it, httpd itself would start.
sub start ($httpd, $examples) {
    $examples->leave_out_faulty($httpd) if $examples->served;
    $httpd->start;
    $examples->save($httpd->root . '/logs/examples');
    return;
}

# --- what is served ----------------------------------------------------------

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

# Event, unless Perl can only stay in httpd's own processes.
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

# The modes that the user has named, or the usual ones. A single file needs only
# the modes for its kind.
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

# The index page's note about modes that are not on it.
sub note ($option) {
    return undef if $option->{mpm} eq 'prefork' || defined $option->{mode};
    return undef if $option->{module} eq 'mehari';
    return 'Registry, PerlRun and handlers run inside httpd with mod_perl:'
        . ' start it with --mpm prefork to see them.';
}

sub check_port ($option) {
    my $port   = $option->{port};
    my $socket = IO::Socket::IP->new(
        LocalHost => $option->{where}->address,
        LocalPort => $port,
        Listen    => 1,
        ReuseAddr => 1,
    );
    return if $socket;
    die "port $port is in use; stop what listens there, or choose another "
        . "with --port\n"
        if $!{EADDRINUSE};
    die "$option->{host} is not an address of this machine\n"
        if $!{EADDRNOTAVAIL};
    die "port $port cannot be used: $!; choose another with --port\n";
}

# --- while it runs ------------------------------------------------------------

# True when httpd has ended by itself.
sub watch ($httpd, $option, $stop, @rows) {
    my $terminal = Mehari::Serve::Terminal->new;
    my $logs     = $httpd->root . '/logs';
    $terminal->banner('mehari serve', @rows);
    $terminal->follow_errors("$logs/error_log");
    $terminal->follow_runs("$logs/runs_log") if !$option->{quiet};
    warn_of_others($httpd, $option);
    open_page($httpd) if $option->{open};
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

sub warn_of_others ($httpd, $option) {
    my $where = $option->{where};
    return if $where->is_loopback;
    my $who = $where->is_any ? 'this machine' : $where->address;
    my $as  = $> == 0        ? $httpd->user   : scalar getpwuid $>;
    print STDERR "mehari: warning: everyone who can reach $who on port ",
        $httpd->port, " can run these scripts, as $as",
        $option->{https} ? '' : ', and the network can read what is sent',
        "\n";
    return;
}

sub open_page ($httpd) {
    Mehari::Serve::Browser->open_url($httpd->url('/'))
        or print STDERR 'mehari: there is no browser to open: set BROWSER,'
        . " or install xdg-utils\n";
    return;
}

1;

__END__

=head1 NAME

mehari-serve - serve a folder of scripts on this machine, to try them

=head1 SYNOPSIS

  mehari serve [OPTIONS] [DIR|SCRIPT|APP.psgi]

=head1 DESCRIPTION

C<mehari serve> starts an httpd of its own, as your user, on 127.0.0.1 and port
8080, and stays in the foreground. Ctrl-C ends it and removes everything that it
made, except certificates. It neither reads nor changes the httpd configuration
of the system.

If you name no directory, it serves the current one. Given a script or a
handler, it serves that one file. Given a PSGI application (F<app.psgi>, or a
program of Mojolicious or Dancer2 with any name), it serves the application at
C</>. If a directory has a F<mehari.conf>, a fragment of httpd configuration,
that file decides how it is served. The directory itself is then at C</>, and a
folder directly below it at C</NAME/>. F<docs/serve.md> describes such folders.

=head1 OPTIONS

=over 18

=item B<--port> I<N>

The port, or 0 for any free one. Default: 8080.

=item B<--host> I<ADDRESS>

The address or name of this machine at which others can reach the server;
C<0.0.0.0> or C<::> for all addresses. Everyone who can reach it can run the
scripts. Only a browser on this machine sees error messages and sources.
Default: 127.0.0.1.

=item B<--https>

Serve by TLS, with a certificate that mehari makes for this machine and keeps in
F<~/.local/share/mehari/https>. Your browser warns you once; compare the
fingerprint with that in the terminal. Needs openssl and httpd's mod_ssl.

=item B<--open>

Open the index page in the browser that C<BROWSER> names, or in the desktop's.

=item B<--mode> I<LIST>

The modes to serve, separated by commas: C<perl-cgi>, C<cgi> (mod_cgi),
C<perlrun>, C<registry>, C<perlrunprefork>, C<registryprefork>,
C<perlscript>, C<modperl>; or C<all>. Default: all but the two Prefork ones.

=item B<--mpm> I<NAME>

httpd's multi-processing module: C<event> or C<prefork>. Registry, PerlRun and
handlers run in the workers of a pool under C<event>, and in httpd's own
processes under C<prefork>. Default: C<event>; with C<--module mod_perl>,
C<prefork> if those modes are served.

=item B<--workers> I<N>

The number of processes for Registry, PerlRun and handlers: workers of the pool
under C<event>, httpd's own processes under C<prefork>. Default: 4.

=item B<--module> I<NAME>

The module that runs Perl: C<mehari>, or C<mod_perl>, if it is installed, to
compare. Default: C<mehari>.

=item B<--editor> I<NAME>

Make the file name on an error page a link that opens your editor at the line:
C<vscode>, C<vscodium>, C<cursor>, C<zed>, C<idea>, C<sublime>, or an address
with C<%f> for the file and C<%l> for the line, such as
C<vscode://file%f:%l>. Only a browser on this machine gets such links.

=item B<--debug>

Stop each run of a script or handler at its first statement in Perl's debugger,
in this terminal. F<docs/debugging.md> has an example.

=item B<--profile>

Profile each run of a script, handler or application with Devel::NYTProf, except
under mod_cgi, and list the profiles at F</mehari-profile/>.

=item B<--quiet>

Print no line for each request, only errors. Without this option, a line shows
the status, start, duration, method and address of a request, and the client if
it is another machine.

=item B<--access-log> I<FILE>

Also write an access log, in httpd's combined format, which C<mehari check
--log> can read.

=item B<--print-config>

Print the httpd configuration and start nothing. Its paths below the server's
own directory exist only while the server runs.

=back

=head1 WHAT IS SERVED

=over

=item scripts

Files that end in C<.pl> or C<.cgi>, and executable files whose C<#!> line names
perl, in the directory and below it, except in C<lib>, C<handlers> and hidden
directories. A library is no script: a F<.pl> or F<.cgi> file that is not
executable, has no C<#!> line and ends with C<1;>.

=item handlers

Files in C<lib> or C<handlers> of the directory that end in C<.pm> and define
C<sub handler>. Both directories are in C<@INC>. If you change a file, mehari
loads it again.

=item assets

Style sheets, JavaScript, images and fonts beside the scripts. httpd serves no
other file.

=item folders with their own configuration

mehari reads a F<mehari.conf> or an F<app.psgi> in the directory itself and in
the folders directly below it, and no deeper. A F<mehari.conf> can run anything
as the user who starts the server.

=back

=head1 ADDRESSES

  /                index page: links to everything, with times
  /NAME/           a folder with a mehari.conf or an app.psgi
  /mehari-status   status page (docs/status.md), for this machine only
  /perl-cgi/       scripts under SetHandler perl-cgi
  /cgi/            scripts under mod_cgi (mod_cgid under the event MPM)
  /perlrun/        scripts under ModPerl::PerlRun
  /registry/       scripts under ModPerl::Registry
  /perlrunprefork/ and /registryprefork/
                   the same, in the directory of the script
  /perlscript/     handlers under SetHandler perl-script
  /modperl/        handlers under SetHandler modperl

=head1 ERRORS

The terminal shows new lines of the error log. If a page fails, the browser
shows the message, the file, the line and the source around it. A client that
does not ask for HTML gets the same as plain text. mehari shows the source only
of files below the served directory or in C<@INC>.

When you change the code, the index page and the error page of a GET request
reload themselves, in a browser on this machine. mehari never changes the
answers of your scripts.

=head1 EXIT STATUS

0 after Ctrl-C, 1 after a failure, 2 if the command line is wrong.

=head1 ENVIRONMENT

=over

=item B<BROWSER>

The browsers for C<--open>: commands separated by colons. mehari takes the first
that exists. C<%s> stands for the address.

=item B<MEHARI_EDITOR>

The value of C<--editor> without the option.

=item B<NO_COLOR>

If set, the terminal output has no colours.

=item B<TMPDIR>

The directory below which the server makes its own. Scripts get a C<TMPDIR> of
their own there, which mehari removes with the server.

=item B<XDG_DATA_HOME>

The directory that has F<mehari/https> with the certificates. Default:
F<~/.local/share>.

=back

=head1 SEE ALSO

L<mehari(1)>, L<mehari-check(1)>, F<docs/serve.md>

=cut
