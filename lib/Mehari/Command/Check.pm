package Mehari::Command::Check;

# mehari check: finds the modes that answer as mod_cgi does. It serves a copy of
# a directory in each mode, and sends the same requests to all.

use Mehari::Perl;
use Cwd      qw(abs_path);
use JSON::PP ();

use Mehari::Check::Comparison;
use Mehari::Check::Findings;
use Mehari::Check::Report;
use Mehari::Check::Requests;
use Mehari::Check::Run;
use Mehari::Check::Mode;
use Mehari::Check::World;
use Mehari::Command::Progress;
use Mehari::Command::Usage;
use Mehari::Explain::Reason;
use Mehari::File qw(bytes_if_readable);
use Mehari::Httpd;
use Mehari::Serve::Site;

my %DEFAULT = (
    rounds  => 3,
    limit   => 100,
    timeout => 30,
    host    => 'localhost',
);

# Exit status: 0, or 1 when perl-cgi differs from mod_cgi.
sub run ($class, @args) {
    my $self = bless {
        options_of(@args),
        notes    => [],
        progress => Mehari::Command::Progress->new,
    }, $class;

    # Leaves through END, which stops the servers and removes the copy.
    local @SIG{qw(INT TERM HUP)} = (sub ($name) { exit 130 }) x 3;
    $self->{site} = Mehari::Serve::Site->new($self->{path});
    $self->find_requests;
    $self->{progress}->say("copying $self->{path}");
    $self->{world} = Mehari::Check::World->new(
        site => $self->{site},
        also => $self->{also},
    );
    $self->check_confined;
    my $findings = $self->compare;
    my $report   = $self->report($findings);
    $self->{world}->remove;
    $self->{progress}->clear;
    print $self->{json}
        ? JSON::PP->new->canonical->pretty->encode($report->data)
        : $report->text;
    return $report->is_good ? 0 : 1;
}

# --- what is asked for -------------------------------------------------------

sub options_of (@args) {
    my %option = (%DEFAULT, also => []);
    Mehari::Command::Usage->options(
        'check', \@args, \%option,
        qw(
            requests=s log=s url=s host=s rounds=i limit=i timeout=i config=s
            also=s@ mode=s unconfined json
        )
    );
    usage('name a directory of scripts, or a script') if @args != 1;
    $option{path} = $args[0];
    for my $name (qw(rounds limit timeout)) {
        usage("--$name wants a number above 0") if $option{$name} < 1;
    }
    usage('--requests and --log exclude each other')
        if defined $option{requests} && defined $option{log};
    usage('--url wants a path that begins with a slash')
        if defined $option{url} && $option{url} !~ m{\A/};
    usage('--host wants the name of a server')
        if $option{host} !~ /\A[\w.-]+\z/a;
    return (%option, parts_of(\%option));
}

sub usage ($text) { return Mehari::Command::Usage->throw("check: $text") }

sub refuse ($code, %value) {
    return Mehari::Explain::Reason::refuse($code, %value);
}

sub note ($self, $code, %value) {
    push @{ $self->{notes} }, Mehari::Explain::Reason::message($code, %value);
    return;
}

sub parts_of ($option) {
    my @modes
        = defined $option->{mode}
        ? eval { Mehari::Check::Mode->parse($option->{mode}) }
        : Mehari::Check::Mode->all;
    usage($@ =~ s/\n//r) if !@modes;
    my $text
        = defined $option->{config} ? text_of($option->{config}) : '';
    my @also = map { real_dir($_) } @{ $option->{also} };
    return (modes => \@modes, config => $text, also => \@also);
}

sub text_of ($file) {
    return bytes_if_readable($file)
        // refuse('MH5010', file => $file, error => "$!");
}

sub real_dir ($dir) {
    my $real = abs_path($dir);
    return $real if defined $real && -d $real;
    return refuse('MH5012', dir => $dir);
}

# --- what there is -----------------------------------------------------------

sub find_requests ($self) {
    my $source = Mehari::Check::Requests->new(
        site      => $self->{site},
        url       => ($self->{url} // '/') =~ s{/*\z}{/}r,
        url_given => defined $self->{url},
    );
    my $dir = $self->{site}->dir;
    $source->scripts
        or refuse('MH5001', dir => $dir);
    $self->{requests}
        = defined $self->{requests} ? $source->of_file($self->{requests})
        : defined $self->{log}      ? $source->of_log(@$self{qw(log limit)})
        :                             $source->of_scripts;
    $self->{scripts} = [ $source->scripts ];
    $self->{url}     = $source->url;
    push @{ $self->{notes} }, $source->notes;
    return;
}

# Refuses to run scripts that could write to the original, because the copy
# cannot stand in its place.
sub check_confined ($self) {
    my $world = $self->{world};
    my @lost  = $world->not_copied;
    $self->note('MH5102', files => join '; ', some(@lost)) if @lost;
    return           if $world->is_mounted;
    refuse('MH5013') if @{ $self->{also} };
    my @names = $world->names_itself or return;
    my $files = join ', ', some(@names);
    refuse('MH5014', dir => $self->{site}->dir, files => $files)
        if !$self->{unconfined};
    $self->note('MH5103', files => $files);
    return;
}

sub some (@names) {
    return @names if @names <= 3;
    return (@names[ 0 .. 1 ], 'and ' . (@names - 2) . ' more');
}

# --- the runs ----------------------------------------------------------------

# mod_cgi is first and last, so that a change by the time of day shows under
# mod_cgi, too. The last run also has another order of hash keys, so that a
# change by that order shows; all other runs have the same order.
sub compare ($self) {
    my $base = Mehari::Check::Mode->base;
    $self->{places}
        = [ Mehari::Check::Run->places(@$self{qw(requests rounds)}) ];
    my %results    = ($base->{name} => $self->run_all($base, decides => 1));
    my $comparison = $self->{comparison}
        = Mehari::Check::Comparison->new(map { $_ => $self->{$_} }
            qw(requests places));
    $comparison->add_run($results{ $base->{name} });
    $results{ $_->{name} } = $self->run_all($_) for @{ $self->{modes} };
    $comparison->add_run($self->run_all($base, seed => 1));

    # A third run finds more of the changes that are rare under mod_cgi.
    my $differ = grep { $comparison->all_differences($_) } values %results;
    $comparison->add_run($self->run_all($base, seed => 2)) if $differ;
    return Mehari::Check::Findings->new(
        comparison  => $comparison,
        results     => \%results,
        differences => $self->settle(\%results),
        scripts     => $self->{scripts},
    );
}

sub settle ($self, $results) {
    my %found;
    for my $mode (@{ $self->{modes} }) {
        my $name = $mode->{name};
        $found{$name} = [
            $self->{comparison}->settled(
                $results->{$name}, sub () { $self->run_all($mode) }
            )
        ];
    }
    return \%found;
}

sub run_all ($self, $mode, %option) {
    return $self->run_with($mode->{name},
        { map { $_ => $mode } @{ $self->{scripts} } }, %option);
}

sub run_with ($self, $name, $mode_of, %option) {
    $self->{progress}->say("$name: starting");
    my $run = Mehari::Check::Run->new(
        (
            map { $_ => $self->{$_} }
                qw(world requests places url host timeout)
        ),
        config   => $self->{config},
        mode_of  => $mode_of,
        module   => needs_perl($mode_of) ? 'mehari' : undef,
        progress => sub ($done, $of) {
            $self->{progress}->say("$name: request $done of $of");
        },
        %option,
    );
    return $run->perform;
}

sub needs_perl ($mode_of) {
    return !!grep { !$_->{base} } values %$mode_of;
}

sub report ($self, $findings) {
    return Mehari::Check::Report->new(
        (map { $_ => $self->{$_} } qw(world notes rounds url)),
        dir      => $self->{site}->dir,
        findings => $findings,
        requests => scalar @{ $self->{requests} },
        sent     => scalar @{ $self->{places} },
    );
}

1;

__END__

=head1 NAME

mehari-check - compare the answers of your scripts with those under mod_cgi

=head1 SYNOPSIS

  mehari check [OPTIONS] DIR|SCRIPT

=head1 DESCRIPTION

C<mehari check> serves a copy of a directory of scripts under mod_cgi,
C<perl-cgi>, ModPerl::PerlRun and ModPerl::Registry. Two clients in turn send
each of them the same requests, and the command prints the times and the
differences. It never writes to your directory. F<docs/check.md> has the rules.

=head1 OPTIONS

=over 20

=item B<--requests> I<FILE>

Send the requests in FILE, one on each line: C<METHOD PATH [BODY]>. A body
C<@NAME> stands for the contents of that file. An indented line is a header.
C<${client}> becomes C<A> or C<B>. Default: one GET for each script.

=item B<--log> I<FILE>

Send the GET and HEAD requests of an access log (common or combined).

=item B<--limit> I<N>

Take at most N requests from a log. Default: 100.

=item B<--url> I<PATH>

The URL path of the directory in the requests. Default: C</>, or the path that
the log shows.

=item B<--host> I<NAME>

The name of the server in the requests. Default: C<localhost>.

=item B<--rounds> I<N>

Send all requests N times. Default: 3.

=item B<--timeout> I<SECONDS>

Wait at most so long for an answer. Default: 30.

=item B<--config> I<FILE>

A file of httpd directives that the scripts need, for example C<SetEnv>.

=item B<--also> I<DIR>

Use a copy of this directory too, because scripts write to it. May be repeated.

=item B<--unconfined>

Run scripts that name the directory by its absolute path, even if the system
does not let you mount the copy there. They can then change the original.

=item B<--json>

Print all findings as JSON.

=item B<--mode> I<LIST>

Compare only these, separated by commas: C<perl-cgi> (SetHandler perl-cgi: a
process of its own), C<perlrun> (ModPerl::PerlRun: variables start empty),
C<registry> (ModPerl::Registry: compiled once, variables stay). Default: all.

=back

=head1 EXAMPLES

  mehari check /usr/lib/cgi-bin
  mehari check --log /var/log/apache2/access.log /usr/lib/cgi-bin

=head1 EXIT STATUS

0 if C<perl-cgi> answers as mod_cgi does, 1 if it does not or something failed,
2 if the command line is wrong, 130 if you interrupted the command.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-explain(1)>, L<mehari-migrate(1)>, F<docs/check.md>

=cut
