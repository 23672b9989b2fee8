package Mehari::Command::Setup;

# mehari setup: a production set-up of a site, written as files that explain
# themselves.

use Mehari::Perl;

use File::Path qw(make_path);

use Mehari::Command::Usage;
use Mehari::Httpd ();
use Mehari::Setup::Files;
use Mehari::Setup::Httpd;
use Mehari::Setup::Site;
use Mehari::Setup::Unit;

my @OPTIONS = qw(
    scripts=s app=s name=s server-name=s port=i user=s status-from=s@
    writable=s@ force dry-run
);

sub run ($class, @args) {
    my $option = parse(@args);
    my $site   = Mehari::Setup::Site->new(%$option);
    my @files  = files($site);
    return show(@files) if $option->{'dry-run'};
    my $writer
        = Mehari::Setup::Files->new(\@files, force => $option->{force});
    my @done = $writer->write_all;
    folders($site) if !$site->is_shared;
    report($site, @done);
    return 0;
}

sub parse (@args) {
    my %option;
    Mehari::Command::Usage->options('setup', \@args, \%option, @OPTIONS);
    usage(    'name one directory for the files: a new one, or that of the'
            . " system's httpd (/etc/apache2, /etc/httpd)")
        if @args != 1;
    usage('name the site: --scripts FOLDER or --app FILE')
        if !defined($option{scripts} // $option{app});
    usage('use --scripts or --app, not both')
        if defined $option{scripts} && defined $option{app};
    usage('--port wants a number from 1 to 65535')
        if defined $option{port}
        && ($option{port} < 1 || $option{port} > 65535);
    usage('--server-name wants the name of a server')
        if defined $option{'server-name'}
        && $option{'server-name'} !~ /\A[\w.-]+\z/a;
    for my $address (@{ $option{'status-from'} // [] }) {
        usage("--status-from $address: write an address, or a network such as"
                . ' 192.0.2.0/24')
            if $address !~ m{\A[0-9a-fA-F:.]+(?:/[0-9.]+)?\z};
    }
    return { %option, dir => $args[0] };
}

sub usage ($message) { Mehari::Command::Usage->throw($message) }

# --- the files ----------------------------------------------------------------

sub files ($site) {
    my ($name, $root) = ($site->name, $site->root);
    my $folder = $site->is_debian ? 'sites-available' : 'conf.d';
    return [
        "$root/$folder/$name.conf", Mehari::Setup::Httpd->shared_site($site)
        ]
        if $site->is_shared;
    return (
        [ "$root/conf/httpd.conf", Mehari::Setup::Httpd->whole($site) ],
        -f '/etc/mime.types'
        ? ()
        : [ "$root/conf/mime.types", Mehari::Httpd::mime_types() ],
        [ "$root/conf/logrotate.conf", Mehari::Setup::Unit->rotation($site) ],
        [
            "$root/systemd/mehari-$name.service",
            Mehari::Setup::Unit->service($site)
        ],
        [
            "$root/systemd/mehari-$name-logs.service",
            Mehari::Setup::Unit->rotation_service($site)
        ],
        [
            "$root/systemd/mehari-$name-logs.timer",
            Mehari::Setup::Unit->timer($site)
        ],
    );
}

sub folders ($site) {
    my $root = $site->root;
    make_path("$root/run");
    make_path("$root/logs", { mode => 0750 });
    return;
}

sub show (@files) {
    for my $file (@files) {
        my ($path, $text) = @$file;
        say "==> $path";
        print $text, "\n";
    }
    return 0;
}

# --- what to do next ----------------------------------------------------------

sub report ($site, @done) {
    say sprintf '%-9s  %s', @$_ for @done;
    say "\n", $site->name, ': ', what($site);
    say "  $_" for notes($site);
    say "\nNext:\n";
    my $number = 0;
    for my $step ($site->is_shared ? shared_steps($site) : steps($site)) {
        my ($says, @commands) = @$step;
        say ++$number, ". $says";
        say "     $_" for @commands;
    }
    return;
}

sub what ($site) {
    my $what
        = defined $site->scripts
        ? 'the scripts of ' . $site->folder
        : 'the application ' . $site->app;
    return "$what, at " . address($site, $site->server_name) . '/';
}

sub address ($site, $host) {
    return "http://$host" . ($site->port == 80 ? '' : ':' . $site->port);
}

# Facts that the reader needs and that fit into no file.
sub notes ($site) {
    my @notes;
    my @odd  = $site->without_extension;
    my @some = @odd > 3 ? (@odd[ 0 .. 2 ], '...') : @odd;
    push @notes,
        (@odd == 1 ? 'A script' : @odd . ' scripts')
        . " without .pl or .cgi will not run: @some"
        if @odd;
    push @notes,
          'httpd\'s user cannot enter '
        . $site->folder
        . '. Run "chmod o+x" on the folders above it.'
        if $site->is_out_of_reach;
    push @notes, 'The scripts run as ' . ($site->user // whom($site)) . '.';
    push @notes,
        'To give them a user of their own, run "useradd --system --user-group '
        . $site->name
        . '", and then this command again with --force.'
        if $site->by_root && !defined $site->user;
    return @notes;
}

sub whom ($site) {
    return $site->by_root
        ? "httpd's user, " . $site->httpd_user
        : scalar getpwuid $>;
}

sub steps ($site) {
    my ($name, $root) = ($site->name, $site->root);
    my $ctl  = $site->by_root ? 'systemctl' : 'systemctl --user';
    my $conf = $site->httpd . " -d $root -f conf/httpd.conf";
    my @linger
        = $site->by_root
        ? ()
        : [
        'Let the site run while you are not logged in:',
        'loginctl enable-linger'
        ];
    return (
        [ 'Read these files, and test the configuration:', "$conf -t" ],
        [
            'Start the site, now and at each boot:',
            "$ctl enable --now $root/systemd/mehari-$name.service"
        ],
        [
            'Rotate its logs (needs the package logrotate):',
            "$ctl link $root/systemd/mehari-$name-logs.service",
            "$ctl enable --now $root/systemd/mehari-$name-logs.timer"
        ],
        @linger,
        look($site),
        [
            'After a change of the configuration:',
            "$ctl reload mehari-$name"
        ],
    );
}

# Both systems rotate all logs of their httpd.
sub shared_steps ($site) {
    my ($name, $root) = ($site->name, $site->root);
    my $debian  = $site->is_debian;
    my $service = $debian ? 'apache2' : 'httpd';
    my $rotated
        = -f "/etc/logrotate.d/$service"
        ? "/etc/logrotate.d/$service rotates its logs. "
        : '';
    my @listen
        = $site->is_listened_to
        ? ()
        : [
        'httpd does not listen to the port. Add to '
            . $site->ports_file . ':',
        'Listen ' . $site->port
        ];
    my @enable = $debian ? ('a2enmod mehari', "a2ensite $name") : ();
    my $module = Mehari::Httpd::Config::module_file('mehari');
    my @load
        = $debian || $site->is_loaded
        ? ()
        : [
        "httpd does not load mehari. Write to"
            . " $root/conf.modules.d/10-mehari.conf:",
        "LoadModule perl_module $module"
        ];
    return (
        @listen, @load,
        [
            $debian
            ? 'Read the file. Enable the site and the module:'
            : 'Read the file. httpd takes it with its next start:',
            @enable,
            'apachectl configtest'
        ],
        [ "${rotated}Start the site:", "systemctl reload $service" ],
        look($site),
    );
}

# In the system's httpd another site answers to localhost.
sub look ($site) {
    my $host = $site->is_shared ? $site->server_name : 'localhost';
    return [
        'Watch the site, and look for faults of this machine:',
        'mehari top ' . address($site, $host) . '/mehari-status',
        $site->is_shared
        ? 'mehari doctor'
        : 'mehari doctor ' . $site->root . '/conf/httpd.conf'
    ];
}

1;

__END__

=head1 NAME

mehari-setup - write the configuration and systemd unit of a new site

=head1 SYNOPSIS

  mehari setup [OPTIONS] --scripts FOLDER DIR
  mehari setup [OPTIONS] --app APP.psgi DIR

=head1 DESCRIPTION

C<mehari setup> writes the files that a site needs in production into DIR, with
a reason above each line, and prints the next steps. It starts nothing, enables
nothing, and writes nowhere else.

If DIR is Debian's F</etc/apache2>, it writes a site file for C<a2ensite>; if it
is Red Hat's F</etc/httpd>, a file in F<conf.d>, which httpd reads. Otherwise
DIR becomes the ServerRoot of a separate httpd: a complete configuration, a
systemd unit, and log rotation with its timer. Root or an ordinary user can run
this httpd. In both cases the site has limits, a pool of its own and a status
page with access rules. F<docs/setup.md> explains them.

=head1 OPTIONS

=over 23

=item B<--scripts> I<FOLDER>

Serve the scripts (C<.pl>, C<.cgi>) of a folder, and the pages, images and style
sheets beside them. httpd refuses all other files there.

=item B<--app> I<FILE>

Serve a PSGI application instead, with the modules in F<lib> beside it.

=item B<--name> I<NAME>

The name of the site, its files and its pool: small letters, digits and -.
Default: the name of the folder.

=item B<--server-name> I<HOST>

The name that browsers ask for. Default: that of the machine.

=item B<--port> I<N>

The port. Default: 80 for root, otherwise 8080.

=item B<--user> I<USER>

Run the site's processes as this user, if you are root. Default: the user with
the name of the site, if it exists, otherwise httpd's user.

=item B<--status-from> I<ADDRESS>

Also show the status page to this address or network. May be repeated.

=item B<--writable> I<FOLDER>

A folder to which scripts write, because the unit makes all others read-only.
May be repeated.

=item B<--force>

Replace files whose text differs. The old ones are kept as F<.old>.

=item B<--dry-run>

Print the files, and write none.

=back

=head1 FILES

  DIR/conf/httpd.conf                 the whole configuration
  DIR/conf/logrotate.conf             log rotation
  DIR/systemd/mehari-NAME.service     the unit, with a sandbox
  DIR/systemd/mehari-NAME-logs.*      the unit and timer of log rotation
  DIR/logs, DIR/run                   logs; process id, locks
  /etc/apache2/sites-available/NAME.conf
                                      the only file if DIR is /etc/apache2
  /etc/httpd/conf.d/NAME.conf         the only file if DIR is /etc/httpd

=head1 EXAMPLES

  sudo mehari setup /etc/apache2 --scripts /srv/shop/cgi --name shop
  sudo mehari setup /srv/shop/server --scripts /srv/shop/cgi --name shop
  mehari setup ~/server --app ~/shop/app.psgi --dry-run

=head1 EXIT STATUS

0 if the command has written or printed all files, 1 if something failed or a
file exists with another text, 2 if the command line is wrong.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-doctor(1)>, L<mehari-top(1)>, F<docs/setup.md>

=cut
