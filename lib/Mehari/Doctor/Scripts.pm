package Mehari::Doctor::Scripts;

# The scripts of the configuration: those that mehari runs, those that mod_cgi
# runs, and those that no module runs, so that httpd sends their source.

use Mehari::Perl;
use File::Basename qw(basename dirname);

use Mehari::Doctor::Access;
use Mehari::Migrate::Plan;

my $SHOWN = 10;    # folders, and names in each

# httpd's ways to set a handler, in order: a later one counts more.
my %WEIGHT = ('script-alias' => 0, addhandler => 1, sethandler => 2);

my %OF_MOD_CGI = map { $_ => 1 } qw(cgi-script script-alias);

sub scripts ($doctor) {
    my %runner = runners($doctor);
    my %of;
    push @{ $of{ $runner{$_} } }, $_ for sort keys %runner;
    return
        map { $of{$_} ? told($doctor, $_, @{ $of{$_} }) : () }
        qw(mehari mod_cgi nobody);
}

# file => the module that runs it.
sub runners ($doctor) {
    my %runner;
    for my $pair (in_order(Mehari::Doctor::Access::rules($doctor))) {
        my ($rule, $place) = @$pair;
        my $who = runner($doctor, $rule, $place) // next;
        $runner{$_} = $who for files($doctor, $rule, $place);
    }
    return %runner;
}

# [rule, place] in order: rules that count more come later, and folders that are
# inside others come after those.
sub in_order (@rules) {
    my @pairs = map {
        my $rule = $_;
        map { [ $rule, $_ ] } @{ $rule->{places} }
    } @rules;
    return sort {
        weight($a) <=> weight($b)
            || length $a->[1] <=> length $b->[1]
    } @pairs;
}

sub weight ($pair) { return $WEIGHT{ $pair->[0]{found}{name} } // 0 }

sub files ($doctor, $rule, $place) {
    my ($found, $site) = ($rule->{found}, $doctor->{site});
    my @files
        = grep { /\.(?:pl|cgi)\z/i || $site->scripts->kind($_) ne 'none' }
        $site->files($found, $place);
    return @files if $found->{name} ne 'addhandler';
    my (undef, @extensions) = map { lc s/^\.//r } @{ $found->{args} };
    return grep {
        my $file = $_;
        grep { Mehari::Migrate::Plan::has_extension($file, $_) } @extensions
    } @files;
}

# undef for the handler of an application, because its files are no scripts.
sub runner ($doctor, $rule, $place) {
    my $mehari  = $doctor->{loads_mehari} ? 'mehari' : 'nobody';
    my $handler = $rule->{handler};
    return $mehari if $handler eq 'perl-cgi';
    return is_of_scripts($doctor, $rule) ? $mehari : undef
        if !$OF_MOD_CGI{$handler};
    return 'mehari'
        if $mehari eq 'mehari' && has_cgi_scripts($doctor, $rule, $place);
    my $walk = $doctor->walk;
    return 'mod_cgi'
        if $walk->has_module('cgi_module')
        || $walk->has_module('cgid_module');
    return $mehari;
}

# True for Registry and similar handlers. Without a handler, mehari runs scripts
# as perl-cgi.
sub is_of_scripts ($doctor, $rule) {
    my ($box) = reverse @{ $rule->{found}{stack} };
    my @named = grep {
        my ($own) = reverse @{ $_->{stack} };
        $own
            && $box ? Mehari::Doctor::Access::same($own, $box) : !$own
            && !$box
    } $doctor->directives(qw(perlresponsehandler perlhandler));
    return !@named
        || grep { ($_->{args}[0] // '') =~ /\b(?:Registry|PerlRun)/ } @named;
}

# PerlCgiScripts at this place, as httpd merges it.
sub has_cgi_scripts ($doctor, $rule, $place) {
    my @said = sort { $a->[0] <=> $b->[0] }
        grep { defined $_->[0] }
        map {
        [ Mehari::Doctor::Access::rank($_, $rule->{found}, $place), $_ ]
        } $doctor->directives('perlcgiscripts');
    return @said && lc($said[-1][1]{args}[0] // '') eq 'on';
}

# --- findings
# ------------------------------------------------------------------

sub told ($doctor, $who, @files) {
    my $count = Mehari::Doctor::plural(scalar @files, 'script') . ': ';
    my $found = $count . join '; ', by_folder(@files);
    my $finding
        = $who eq 'mehari'  ? Mehari::Doctor::ok('mehari runs', $found)
        : $who eq 'mod_cgi' ? Mehari::Doctor::warn(
        'mod_cgi runs',
        $found,
        '"mehari migrate '
            . $doctor->layout->given
            . '" shows how mehari runs them.'
        )
        : Mehari::Doctor::fail('nobody runs', $found,
        'load mehari or mod_cgi. Without them, httpd sends the source.');
    return { %$finding, scripts => \@files };
}

sub by_folder (@files) {
    my (%names, @folders);
    for my $file (@files) {
        my $folder = dirname($file);
        push @folders,             $folder if !$names{$folder};
        push @{ $names{$folder} }, basename($file);
    }
    my $more = @folders - $SHOWN;
    splice @folders, $SHOWN if $more > 0;
    return (
        (map { "in $_ " . some(@{ $names{$_} }) } @folders),
        $more > 0 ? 'in ' . Mehari::Doctor::plural($more, 'more folder') : ()
    );
}

sub some (@names) {
    my $more = @names - $SHOWN;
    splice @names, $SHOWN if $more > 0;
    return join(', ', @names) . ($more > 0 ? " and $more more" : '');
}

1;

__END__

=head1 NAME

Mehari::Doctor::Scripts - who runs the scripts

=head1 DESCRIPTION

A check of L<Mehari::Doctor>.  Handlers in F<.htaccess> and in sections with
patterns are not looked at.

=cut
