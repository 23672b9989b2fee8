package Mehari::Bench::Site;

# The private httpd in which one set-up is measured. The configuration below is
# the same for every engine: only the LoadModule line that Mehari::Httpd writes
# before it differs.

use v5.36;
use Exporter       qw(import);
use File::Copy     qw(copy);
use File::Path     qw(make_path);
use File::Basename qw(basename dirname);

use Mehari::Bench::Setup qw(bench_dir built_file);
use Mehari::Httpd;

our @EXPORT_OK = qw(start_site engine_problem path_of write_floor);

my %CLASS = (perlrun => 'ModPerl::PerlRun', registry => 'ModPerl::Registry');
my %HANDLER = (perlscript => 'perl-script', modperl => 'modperl');

# Why an engine cannot be measured, as one sentence; undef when it can.
sub engine_problem ($engine) {
    require Mehari::Httpd::Config;
    return undef if eval { Mehari::Httpd::Config::module_file($engine); 1 };
    return $@ =~ s/\s+\z//r;
}

# A running httpd with as many children as there will be connections: each
# connection then keeps a child of its own, and none is started on the way.
sub start_site ($setup, $engine, $workers, %extra) {
    my @modules = ('cgi');
    my $floor   = built_file('mod_floor.so');
    push @modules, [ floor_module => $floor ] if defined $floor;
    my $httpd = Mehari::Httpd->new(
        module     => $engine eq 'none' ? undef : $engine,
        modules    => \@modules,
        workers    => $workers,
        access_log => 0,
        log_level  => 'error',
        env        => $extra{env} // {},
        config     => sub ($self) {
            return ($extra{config} // '') . config_of($setup, $self->root);
        },
    );
    install_workload($setup, $httpd->root);
    return $httpd->start;
}

# What belongs to the bench is copied beside the configuration, because httpd's
# user may not be able to read where the sources are. A user's own script is
# run where it is: it may need its neighbours.
sub install_workload ($setup, $root) {
    make_path(map { "$root/$_" } qw(scripts handlers/Mehari/Workload));
    chmod 0755, "$root/scripts";
    my $dir = bench_dir() . '/handlers/Mehari/Workload';
    for my $file (glob "$dir/*.pm") {
        copy($file, "$root/handlers/Mehari/Workload/" . basename($file))
            or die "Cannot copy $file: $!.\n";
    }
    for my $script (scripts_of($setup)) {
        next if !$setup->{copy};
        my $to = script_file($setup, $script, $root);
        copy($script, $to) or die "Cannot copy $script: $!.\n";
        chmod 0755, $to;
    }
    return;
}

sub scripts_of ($setup) {
    return @{ $setup->{scripts} // [ $setup->{script} ] };
}

sub script_file ($setup, $script, $root) {
    return $setup->{copy} ? "$root/scripts/" . basename($script) : $script;
}

sub path_of ($setup, $mode, $script = $setup->{script}) {
    my $name = basename($script) =~ s/([^\w.-])/sprintf '%%%02X', ord $1/ger;
    return "/$mode/$name" . ($setup->{query} // '');
}

sub config_of ($setup, $root) {
    my $text = join '',
        map { script_config($setup, $_, $root) } scripts_of($setup);
    $text .= floor_config($setup) if built_file('mod_floor.so');
    return $text . perl_config($setup, $root);
}

sub script_config ($setup, $script, $root) {
    my $file = script_file($setup, $script, $root);
    my $dir  = dirname($file);
    my $name = basename($file);
    my $text = qq(<Directory "$dir">\nOptions +ExecCGI\n)
        . "AllowOverride None\nRequire all granted\n</Directory>\n";
    $text .= qq(Alias "/$_/$name" "$file"\n) for qw(cgi perlrun registry);
    return $text . "<Location /cgi/>\nSetHandler cgi-script\n</Location>\n";
}

sub floor_config ($setup) {
    my $type = $setup->{type} // 'text/html';
    return "<Location /floor/>\nSetHandler mehari-floor\n"
        . qq(FloorPage "$type" "floor.page"\n</Location>\n);
}

sub perl_config ($setup, $root) {
    my $text = qq(<IfModule perl_module>\nPerlSwitches "-I$root/handlers"\n);
    for my $mode (sort keys %CLASS) {
        $text
            .= "PerlModule $CLASS{$mode}\n<Location /$mode/>\n"
            . "SetHandler perl-script\nPerlResponseHandler $CLASS{$mode}\n"
            . "PerlOptions +ParseHeaders\nOptions +ExecCGI\n</Location>\n";
    }
    my $handler = $setup->{handler};
    for my $mode (defined $handler ? sort keys %HANDLER : ()) {
        my $global = $setup->{global} ? "PerlOptions +GlobalRequest\n" : '';
        $text
            .= "PerlModule $handler\n<Location /$mode/>\n"
            . "SetHandler $HANDLER{$mode}\n$global"
            . "PerlResponseHandler $handler\n</Location>\n";
    }
    return "$text</IfModule>\n";
}

# What the C handler will send: the bytes that the script was seen to send.
sub write_floor ($httpd, $body) {
    my $file = $httpd->root . '/floor.page';
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

=item start_site(\%setup, $engine, $workers, env => \%env, config => $text)

A started L<Mehari::Httpd> that serves the set-up under every mode.

=item engine_problem($engine)

One sentence that says why C<mehari> or C<mod_perl> is not there, or undef.

=item path_of(\%setup, $mode), write_floor($httpd, $body)

The path and query to ask for, and the page that the C handler sends.

=back

=cut
