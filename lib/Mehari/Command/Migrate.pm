package Mehari::Command::Migrate;

# mehari migrate: moves a configuration from mod_cgi to mehari. It shows the
# difference, writes it, or takes it back.

use Mehari::Perl;
use File::Basename        qw(dirname);
use File::Spec::Functions qw(rel2abs);
use POSIX                 qw(strftime);

use Mehari::Command::Usage;
use Mehari::Migrate::Layout;
use Mehari::Migrate::Plan;
use Mehari::Migrate::PoolPlan;
use Mehari::Migrate::Store;

# The response handler of each mode that runs inside httpd; perl-cgi does not.
my %CLASS = (
    'perl-cgi'      => undef,
    registry        => 'ModPerl::Registry',
    perlrun         => 'ModPerl::PerlRun',
    registryprefork => 'ModPerl::RegistryPrefork',
    perlrunprefork  => 'ModPerl::PerlRunPrefork',
);

my @OPTIONS = qw(
    apply revert mode=s module=s mpm force httpd=s server-root=s
    define|D=s@
);

# 0: changed, or a difference was shown; 1: nothing to do, or a failure;
# 2: the command line cannot be understood.
sub run ($class, @args) {
    my $option = parse_arguments(@args);
    my $layout = Mehari::Migrate::Layout->new(
        path    => $option->{path},
        httpd   => $option->{httpd},
        root    => $option->{'server-root'},
        defines => $option->{define},
    );
    my $self = bless {
        %$option,
        layout => $layout,
        store  => Mehari::Migrate::Store->new($layout->backups),
    }, $class;
    return $option->{revert} ? $self->revert : $self->migrate;
}

sub parse_arguments (@args) {
    my %option = (mode => 'perl-cgi');
    Mehari::Command::Usage->options('migrate', \@args, \%option, @OPTIONS);
    @args      or usage('name a configuration: /etc/apache2 or a file');
    @args == 1 or usage("one configuration at a time, not @args");
    usage("--mode $option{mode}: choose one of " . join ', ',
        sort keys %CLASS)
        if !exists $CLASS{ $option{mode} };
    usage('--apply and --revert exclude each other')
        if $option{apply} && $option{revert};
    return { %option, path => $args[0] };
}

sub usage ($message) { Mehari::Command::Usage->throw("migrate: $message") }

sub say_note ($text) { print STDERR "$text\n" }

# --- to mehari ---------------------------------------------------------------

sub migrate ($self) {
    my $last = $self->{store}->last_manifest;
    die "an earlier --apply was interrupted: take it back with"
        . " \"mehari migrate --revert $self->{path}\" first.\n"
        if $last && $last->{state} ne 'applied';
    my $plan    = $self->plan;
    my @changes = $plan->changes;
    $self->show_notes($plan);
    die $self->why_nothing($plan, $last) if !@changes;
    print map { $_->diff } @changes;
    return $self->apply($plan, @changes) if $self->{apply};
    say_note( files(@changes)
            . ' would change; nothing has been written'
            . " (--apply writes it).");
    return 0;
}

sub plan ($self) {
    my $layout = $self->{layout};
    my $walk   = $layout->walk(prefork => $self->{mpm});
    my $module = $self->module;
    my $class  = $CLASS{ $self->{mode} };
    my $kind
        = defined $class
        ? 'Mehari::Migrate::Plan'
        : 'Mehari::Migrate::PoolPlan';
    return $kind->new(
        layout => $layout,
        walk   => $walk,
        class  => $class,
        module => $module,
        lib    => $self->library($module),
        mpm    => $self->{mpm},
    );
}

sub module ($self) {
    my $file = $self->{module};
    if (!defined $file) {
        require Mehari::Httpd::Config;
        return Mehari::Httpd::Config::module_file('mehari');
    }
    -f $file or die "--module: there is no file $file.\n";
    return rel2abs($file);
}

# Lines that name mehari's Perl modules, unless every perl finds these modules
# anyway. Another module brings its own.
sub library ($self, $module) {
    return undef if $module !~ m{/mod_mehari\.so\z};
    require Mehari::Httpd::Config;
    my $lib = Mehari::Httpd::Config::perl_lib();
    local %ENV = %ENV;
    delete @ENV{qw(PERL5LIB PERL5OPT)};
    my ($said) = $self->{layout}->output($^X, '-e', 'print "$_\n" for @INC');
    return scalar(grep { $_ eq $lib } split /\n/, $said) ? undef : $lib;
}

sub why_nothing ($self, $plan, $last) {
    my $path = $self->{path};
    return
          "$path is migrated already, since "
        . strftime('%Y-%m-%d %H:%M', localtime $last->{time})
        . ": nothing to do.\n"
        if $last;
    return "nothing to migrate in $path: "
        . (
        $plan->has_cgi
        ? "mod_cgi runs no Perl program.\n"
        : 'neither mod_cgi nor mod_cgid is loaded. For scripts that no server'
            . ' runs yet, use "mehari setup"; for mod_perl, see'
            . " docs/from-mod_perl.md.\n"
        );
}

sub files (@changes) {
    return @changes == 1 ? '1 file' : @changes . ' files';
}

sub show_notes ($self, $plan) {
    for my $note ($plan->notes) {
        my ($file, $line, $text) = @$note;
        say_note((defined $file ? "$file:$line: " : 'warning: ') . "$text.");
    }
    return;
}

# --- apply ------------------------------------------------------------------

sub apply ($self, $plan, @changes) {
    my $store = $self->{store};
    $store->check_writable(@changes);
    my ($passes, $said) = $self->{layout}->configtest;
    die "the configuration does not pass configtest as it is; nothing was"
        . " written. httpd said:\n$said"
        if !$passes;
    $self->write_or_put_back(@changes);
    say_note( files(@changes)
            . ' changed, and configtest passes. Restart'
            . ' httpd; "mehari migrate --revert '
            . $self->{path}
            . '" takes it back.');
    return 0;
}

sub write_or_put_back ($self, @changes) {
    my $store = $self->{store};
    my $done  = eval {
        local $SIG{INT} = local $SIG{TERM} = local $SIG{HUP}
            = sub ($signal) { die "interrupted by SIG$signal.\n" };
        my $manifest = $store->apply(@changes);
        my ($passes, $said) = $self->{layout}->configtest;
        die "configtest failed. httpd said:\n$said" if !$passes;
        $store->keep($manifest);
        1;
    };
    return if $done;
    my $why      = $@;
    my $manifest = $store->last_manifest;
    $store->take_back($manifest)
        if $manifest && $manifest->{state} ne 'applied';
    die "everything was restored, because $why";
}

# --- back -------------------------------------------------------------------

sub revert ($self) {
    my ($store, $path) = @$self{qw(store path)};
    my $manifest = $store->last_manifest
        // die "nothing to revert: there is no backup of $path" . " ("
        . $self->{layout}->backups . ").\n";
    $store->check_place($manifest);
    my @edited = $store->edited($manifest);
    die "changed since the migration: @edited; nothing was reverted"
        . " (--force reverts over these changes).\n"
        if @edited && !$self->{force};
    my $module = $store->module_loaded_by($manifest);
    my $need   = defined $module ? $self->need($manifest) : undef;
    my $count  = $store->take_back($manifest, keep_module => defined $need);
    say_note( "$count file"
            . ($count == 1 ? '' : 's')
            . ' put back as before the migration. Restart httpd.');
    say_note("mehari stays loaded, because $need needs it. To unload it: "
            . $self->how_to_unload($module) . '.')
        if defined $need;
    my ($passes, $said) = $self->{layout}->configtest;
    say_note("warning: configtest does not pass. httpd said:\n$said")
        if !$passes;
    return 0;
}

# FILE:LINE of a directive that needs mehari and is not from the migration, for
# example a site of mehari setup. Sections for which httpd without mehari is
# enough (<IfModule mod_perl.c>) do not count. undef if there is none, or if the
# configuration cannot be read.
my $HANDLER = qr/\A(?:perl-(?:cgi|psgi|script)|modperl|mehari-status)\z/i;

sub need ($self, $manifest) {
    my $walk = eval {
        $self->{layout}
            ->walk(text => $self->{store}->texts_before($manifest));
    } // return undef;
    return undef if $walk->has_module('perl_module');
    my ($found) = grep {
        $_->{active}
            && (
            $_->{name} =~ /\Aperl/
            || ($_->{name} =~ /\A(?:set|add)handler\z/
                && ($_->{args}[0] // '') =~ $HANDLER)
            )
    } $walk->directives;
    return $found ? "$found->{shown}:$found->{number}" : undef;
}

sub how_to_unload ($self, $file) {
    return
          $self->{layout}->debian        ? 'a2dismod mehari'
        : $file =~ m{/10-mehari\.conf\z} ? "remove $file"
        :   "remove \"LoadModule perl_module\" from $file";
}

1;

__END__

=head1 NAME

mehari-migrate - move a site from mod_cgi to mehari, and back

=head1 SYNOPSIS

  mehari migrate [OPTIONS] /etc/apache2|FILE

=head1 DESCRIPTION

C<mehari migrate> shows, as a unified diff, the changes that let mehari run the
scripts that mod_cgi or mod_cgid runs. It writes nothing without C<--apply>. The
diff goes to standard output, and notes and errors go to standard error.
F<docs/migrate.md> has the rules.

=head1 OPTIONS

=over 20

=item B<--apply>

Write the changes, and keep a backup for C<--revert>.

=item B<--revert>

Undo the last C<--apply>. If another part of the configuration needs mehari, for
example a site of C<mehari setup>, mehari stays loaded.

=item B<--force>

Let C<--revert> overwrite later edits, too.

=item B<--mode> I<MODE>

C<perl-cgi> (default), a process for each request; or, for Perl inside httpd,
C<registry>, C<perlrun>, C<registryprefork> or C<perlrunprefork>.

=item B<--mpm>

Also change from a threaded MPM to prefork.

=item B<--module> I<PATH>

The module to load. Default: the installed F<mod_mehari.so>.

=item B<--httpd> I<PATH>

The httpd that tests the configuration.

=item B<--server-root> I<DIR>

The directory in which relative paths begin, as with C<httpd -d>.

=item B<--define> I<NAME>, B<-D> I<NAME>

Define NAME, as with C<httpd -D>.

=back

=head1 EXAMPLES

  mehari migrate /etc/apache2
  mehari migrate --apply /etc/apache2
  mehari migrate --revert /etc/apache2

=head1 EXIT STATUS

0 if the command has shown, written or undone the change; 1 if there is nothing
to do or something failed; 2 if the command line is wrong.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-check(1)>, F<docs/migrate.md>

=cut
