package Mehari::Serve::Options;

# Checks the options of mehari serve, and derives settings from them.

use Mehari::Perl;

use Exporter   qw(import);
use File::Spec ();

use Mehari::Command::Renamed qw(changed_word);
use Mehari::Command::Usage;
use Mehari::Serve::Address;
use Mehari::Serve::Certificate;
use Mehari::Serve::Debugger;
use Mehari::Serve::Editor;
use Mehari::Serve::Mode;

our @EXPORT_OK = qw(parse label threads usage);

# Of httpd, under event.
my $THREADS = 16;

sub usage ($message) { Mehari::Command::Usage->throw($message) }

sub parse (@args) {
    my %option = (
        port    => 8080,
        host    => '127.0.0.1',
        module  => 'mehari',
        workers => 4,
    );
    Mehari::Command::Usage->options(
        'serve', \@args, \%option,
        qw(port=i host=s https open mode=s mpm=s workers=i module=s quiet
            access_log|access-log=s editor=s profile debug
            print_config|print-config)
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
    check_host($option);
    check_editor($option);
    prepare_debug($option) if $option->{debug};
    return unless defined $option->{mode};
    changed_word('--mode', 'cgi', 'mod_cgi', 'perl-cgi')
        if grep { $_ eq 'cgi' } split /,/, $option->{mode};
    $option->{modes}
        = eval { [ Mehari::Serve::Mode->parse($option->{mode}) ] }
        // usage($@ =~ s/\n//r);
    return;
}

sub check_host ($option) {
    my $where = eval { Mehari::Serve::Address->new($option->{host}) }
        // usage('--host: ' . $@ =~ s/\n//r);
    usage('--debug is for this machine, and --host is for others')
        if $option->{debug} && !$where->is_loopback;
    $option->{where}       = $where;
    $option->{certificate} = Mehari::Serve::Certificate->new($where)
        if $option->{https};
    $option->{access_log} = File::Spec->rel2abs($option->{access_log})
        if defined $option->{access_log};
    return;
}

sub check_editor ($option) {
    my $text = $option->{editor} // $ENV{MEHARI_EDITOR} // '';
    delete $option->{editor};
    return if !length $text;
    $option->{editor}
        = eval { Mehari::Serve::Editor->template($text) } // usage(
        '--editor: ' . $@ =~ s/
//r
        );
    return;
}

# Sets up one request at a time, each in a process of httpd's own.
sub prepare_debug ($option) {
    usage('--debug needs --module mehari, and goes neither with --profile nor'
            . ' with --mpm event')
        if $option->{module} ne 'mehari'
        || $option->{profile}
        || ($option->{mpm} // 'prefork') ne 'prefork';
    my %known = map { $_ => 1 } Mehari::Serve::Debugger->modes;
    $option->{mode} //= join ',', sort keys %known;
    my @others = grep { !$known{$_} } split /,/, $option->{mode};
    usage("--debug does not work in mode $others[0]; the modes are "
            . join(', ', sort keys %known))
        if @others;
    @$option{qw(mpm workers)} = ('prefork', 1);
    return;
}

sub label ($option) {
    my @count
        = $option->{mpm} eq 'event'
        ? (threads($option) . ' threads', counted($option, 'worker', 's'))
        : counted($option, 'process', 'es');
    return join ', ', $option->{module}, "$option->{mpm} MPM", @count;
}

sub counted ($option, $noun, $plural) {
    return "$option->{workers} $noun"
        . ($option->{workers} == 1 ? '' : $plural);
}

# httpd has so many threads that no worker waits for one.
sub threads ($option) {
    return $option->{workers} > $THREADS ? $option->{workers} : $THREADS;
}

1;

__END__

=encoding UTF-8

=head1 NAME

Mehari::Serve::Options - the options of mehari serve

=head1 SYNOPSIS

    use Mehari::Serve::Options qw(parse label);

    my $option = parse('--port', 8080, '/srv/cgi-bin');
    print label($option);

=cut
