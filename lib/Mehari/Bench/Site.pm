package Mehari::Bench::Site;

# The private httpd in which one set-up is measured. The configuration below is
# the same for every engine: only the LoadModule line that Mehari::Httpd writes
# before it differs.

use Mehari::Perl;
use Exporter       qw(import);
use File::Copy     qw(copy);
use File::Path     qw(make_path);
use File::Basename qw(basename dirname);
use HTTP::Tiny;

use Mehari::Bench::Mode qw(mode_names mode_of);
use Mehari::Bench::Peer qw(peer_modules);
use Mehari::Bench::Server;
use Mehari::Bench::Setup qw(bench_dir built_file corpus_dir);
use Mehari::Corpus       qw(lay_out);
use Mehari::Httpd;

our @EXPORT_OK = qw(start_site engine_problem path_of write_floor);

# For each mode inside httpd: the class that runs scripts, or the way to run the
# set-up's handler.
my %CLASS = (
    perlrun  => 'ModPerl::PerlRun',
    registry => 'ModPerl::Registry',
);
my %HANDLER = (perlscript => 'perl-script', modperl => 'modperl');

# The handler by which each mode runs a script.
my %SET = (
    cgi              => 'cgi-script',
    cgid             => 'cgi-script',
    'perl-cgi'       => 'perl-cgi',
    'perl-cgi-event' => 'perl-cgi',
    perlrun          => 'perl-script',
    registry         => 'perl-script',
    perlrunevent     => 'perl-script',
    registryevent    => 'perl-script',
);

# The reason why an engine cannot be measured, as one sentence; undef when it
# can.
sub engine_problem ($engine) {
    my ($loads, $said) = eval {
        Mehari::Httpd->new(module => $engine, mpm => 'prefork')->configtest;
    };
    return $@ =~ s/\s+\z//r if !defined $loads;
    return undef            if $loads;
    return $said =~ /(Cannot load .*)/ ? "$1." : $said =~ s/\s+\z//r;
}

# A running httpd for a server of Mehari::Bench::Mode ("mehari event"). Under
# prefork it has as many children as there will be connections: each connection
# then keeps a child of its own, and none is started on the way. Event closes
# kept connections when it has few threads left. Extra: env,
# config, peers (names).
sub start_site ($setup, $server, $workers, %extra) {
    my ($engine, $mpm, $processes) = split / /, $server;
    my %place = (
        engine    => $engine,
        mpm       => $mpm,
        processes => $processes // 1,
        workers   => $workers,
        peers     => {},
        %extra
    );
    my $httpd = Mehari::Httpd->new(
        module     => $engine eq 'none' ? undef : $engine,
        mpm        => $mpm,
        modules    => [ modules(\%place) ],
        workers    => $mpm eq 'event' ? 2 * $workers + 8 : $workers,
        processes  => $place{processes},
        access_log => 0,
        log_level  => 'error',
        env        => { %{ $setup->{env} // {} }, %{ $extra{env} // {} } },
        config     =>
            sub ($self) { return config_of($setup, $self->root, \%place) },
    );
    install_workload($setup, $httpd->root);
    $place{peers} = peers($setup, $httpd->root, \%place);
    my $site = Mehari::Bench::Server->new($httpd->start, %{ $place{peers} });
    prepare($setup, $site, $mpm);
    return $site;
}

sub modules ($place) {
    my $floor = built_file('mod_floor.so');
    return (
        $place->{mpm} eq 'prefork' ? 'cgi' : 'cgid',
        peer_modules(@{ $place->{names} // [] }),
        defined $floor ? [ floor_module => $floor ] : ()
    );
}

sub peers ($setup, $root, $place) {
    my %peer = map {
        $_ => Mehari::Bench::Peer->new(
            $_,
            page    => $setup->{peer},
            dir     => "$root/peers",
            workers => $place->{workers}
        )->start
    } @{ $place->{names} // [] };
    return \%peer;
}

# The bench's own files are copied beside the configuration, because httpd's
# user may not be able to read where the sources are. A user's own script runs
# in its own folder, because it may need other files there.
sub install_workload ($setup, $root) {
    make_path(map { "$root/$_" }
            qw(scripts handlers/Mehari/Workload peers/tmp));
    chmod 0755,  map { "$root/$_" } qw(scripts peers);
    chmod 01777, "$root/peers/tmp";
    my $bench = bench_dir();
    copy_to("$root/handlers/Mehari/Workload",
        0644, glob "$bench/handlers/Mehari/Workload/*.pm");
    copy_to("$root/peers", 0755, glob "$bench/peers/*");
    copy_to("$root/scripts", 0755, scripts_of($setup)) if $setup->{copy};
    install_program($setup->{program}, $root) if defined $setup->{program};
    return;
}

sub copy_to ($dir, $mode, @files) {
    for my $file (@files) {
        my $to = "$dir/" . basename($file);
        copy($file, $to) or die "Cannot copy $file: $!.\n";
        chmod $mode, $to;
    }
    return;
}

# A program gets a copy of its own directory, because it writes there.
sub install_program ($name, $root) {
    my $dir = "$root/scripts";
    lay_out(corpus_dir(), $dir, $dir, $name);
    system('chown', '-R', 'www-data', $dir) if $> == 0;
    return;
}

# Sends a program the first requests, without which it has nothing to show.
sub prepare ($setup, $site, $mpm) {
    my $mode  = $mpm eq 'prefork' ? 'cgi' : 'cgid';
    my $agent = HTTP::Tiny->new(timeout => 60, max_redirect => 0);
    my $found = '';
    for my $request (@{ $setup->{before} // [] }) {
        my ($method, $query, $text) = @$request;
        my $url = $site->url(path_of({ %$setup, query => $query }, $mode));
        if ($method eq 'GET') {
            my $page = $agent->get($url);
            ($found) = $page->{content} =~ /$text/ if defined $text;
            next;
        }
        my $type = 'application/x-www-form-urlencoded';
        my %form = (
            headers => { 'content-type' => $type },
            content => $text . ($found // ''),
        );
        $agent->post($url, \%form);
    }
    return;
}

sub scripts_of ($setup) {
    return @{ $setup->{scripts} // [ $setup->{script} ] };
}

sub script_file ($setup, $script, $root) {
    return "$root/scripts/$setup->{program}/$script"
        if defined $setup->{program};
    return $setup->{copy} ? "$root/scripts/" . basename($script) : $script;
}

sub path_of ($setup, $mode, $script = $setup->{script}) {
    my $name = basename($script) =~ s/([^\w.-])/sprintf '%%%02X', ord $1/ger;
    return "/$mode/$name" . ($setup->{query} // '');
}

sub config_of ($setup, $root, $place) {
    my $text = common_config() . ($place->{config} // '');
    $text .= $setup->{config} // '' if $place->{engine} ne 'none';
    $text .= qq(SetEnv $_ "$setup->{env}{$_}"\n)
        for sort keys %{ $setup->{env} // {} };
    $text .= join '',
        map { script_config($setup, $_, $root) } scripts_of($setup);
    $text .= mode_config($_, $place) for script_modes($place);
    $text .= floor_config($setup) if built_file('mod_floor.so');
    $text .= static_config($setup, $root);
    $text .= $_->config for values %{ $place->{peers} };
    $text .= pool_config($place) if $place->{engine} eq 'mehari';
    $text .= status_config()     if $place->{engine} eq 'mehari';
    $text .= handler_config($setup, $root, $place)
        if $place->{engine} ne 'none';
    $text .= psgi_config($setup, $root, $place);
    return $text;
}

# AllowOverride None is Debian's setting: otherwise httpd looks for a .htaccess
# in each directory above a file. With EnableMMAP, each file that is sent would
# be mapped and unmapped, and each unmapping interrupts all threads.
sub common_config () {
    return <<~'CONF';
        <Directory "/">
            AllowOverride None
        </Directory>
        EnableMMAP Off
        CONF
}

# Under event, a pool has as many workers as httpd has children under prefork.
# No other site needs the threads, so the key is set: without it, a slow machine
# would refuse some requests of perl-cgi.
sub pool_config ($place) {
    my $workers = has_pool($place) ? " workers=$place->{workers}" : '';
    return "PerlPool default$workers threads=10000\n";
}

# The pool's status page, for Mehari::Bench::Server.
sub status_config () {
    return "<Location /pool-status>\nSetHandler mehari-status\n</Location>\n";
}

sub has_pool ($place) {
    return $place->{engine} eq 'mehari' && $place->{mpm} eq 'event';
}

sub script_config ($setup, $script, $root) {
    my $file = script_file($setup, $script, $root);
    my $dir  = dirname($file);
    my $name = basename($file);
    return
          qq(<Directory "$dir">\nOptions +ExecCGI\n)
        . "AllowOverride None\nRequire all granted\n</Directory>\n"
        . join '', map { qq(Alias "/$_/$name" "$file"\n) } sort keys %SET;
}

# The modes of this httpd, and those of them that run a script.
sub own_modes ($place) {
    return grep {
        my $mode = mode_of($_);
        my @own  = @{ $mode->{engines} // [ $place->{engine} ] };
        $mode->{mpm} eq $place->{mpm}
            && ($mode->{processes} // 1) == $place->{processes}
            && grep { $_ eq $place->{engine} } @own;
    } mode_names();
}

sub script_modes ($place) {
    return grep { $SET{$_} } own_modes($place);
}

sub mode_config ($mode, $place) {
    my $class = $CLASS{ mode_of($mode)->{embedded} // $mode };
    my $perl
        = defined $class
        ? "PerlResponseHandler $class\nPerlOptions +ParseHeaders\n"
        : '';
    my $load = defined $class ? "PerlModule $class\n" : '';
    return
          "$load<Location /$mode/>\nSetHandler $SET{$mode}\n$perl"
        . use_pool($mode)
        . "Options +ExecCGI\n</Location>\n";
}

sub use_pool ($mode) {
    return "PerlUsePool none\n" if mode_of($mode)->{processes};
    return mode_of($mode)->{embedded} ? "PerlUsePool default\n" : '';
}

sub floor_config ($setup) {
    my $type = $setup->{type} // 'text/html';
    return join '', map {
              "<Location /$_/>\nSetHandler mehari-floor\n"
            . qq(FloorPage "$type" "floor.page"\n</Location>\n)
    } qw(floor floorevent);
}

# The C handler's page, sent as httpd sends a file.
sub static_config ($setup, $root) {
    my $type = $setup->{type} // 'text/html';
    return join '', map {
              qq(AliasMatch "^/$_/" "$root/floor.page"\n)
            . qq(<Location /$_/>\nForceType "$type"\n</Location>\n)
    } qw(static staticevent);
}

sub handler_config ($setup, $root, $place) {
    my $handler = $setup->{handler} // return '';
    my @modes   = grep { mode_of($_)->{handler} } own_modes($place)
        or return '';
    my $global = $setup->{global} ? "PerlOptions +GlobalRequest\n" : '';
    return qq(PerlSwitches "-I$root/handlers"\nPerlModule $handler\n)
        . join '', map {
        my $set = $HANDLER{ mode_of($_)->{embedded} // $_ };
        "<Location /$_/>\nSetHandler $set\n$global"
            . use_pool($_)
            . "PerlResponseHandler $handler\n</Location>\n"
        } @modes;
}

# The page of the peers.
sub psgi_config ($setup, $root, $place) {
    my $page = $setup->{peer} // return '';
    return join '', map {
              "<Location /$_/>\nSetHandler perl-psgi\n"
            . use_pool($_)
            . qq(PerlPsgiApp "$root/peers/$page.psgi" unmapped\n</Location>\n)
    } grep { mode_of($_)->{psgi} } own_modes($place);
}

# Writes the C handler's page: the same bytes as the script's page.
sub write_floor ($site, $body) {
    my $file = $site->root . '/floor.page';
    open my $out, '>:raw', $file or die "Cannot write $file: $!.\n";
    print {$out} $body;
    close $out or die "Cannot write $file: $!.\n";
    chmod 0644, $file;
    return;
}

1;

__END__

=head1 NAME

Mehari::Bench::Site - the httpd that mehari bench measures

=head1 FUNCTIONS

=over

=item start_site(\%setup, $server, $workers, env => \%env, config => $text,
names => \@peers)

A started L<Mehari::Bench::Server> that serves the set-up under every mode of
that server (C<mehari event>), and the peers that are named.

=item engine_problem($engine)

One sentence that says why C<mehari> or C<mod_perl> is not there or cannot be
loaded, for example because it was built for another perl; or undef.

=item path_of(\%setup, $mode), write_floor($site, $body)

The path and query to ask for, and the page that the C handler sends.

=back

=cut
