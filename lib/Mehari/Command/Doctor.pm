package Mehari::Command::Doctor;

# mehari doctor: what an installation has and lacks, with what to do.

use v5.36;
use JSON::PP ();

use Mehari::Command::Usage;
use Mehari::Doctor;

sub summary ($class) { return 'say what an installation has and lacks' }

sub options ($class) {
    return <<~'TEXT';
        mehari doctor [OPTIONS] [/etc/apache2|FILE]

          Each line is ok, warn or fail, with what to do: httpd, its
          configuration, the module and its perl, ExecCGI, permissions, ports,
          and what the kernel has. Nothing is changed. Without an argument it is
          the system's configuration. As root it sees more.

          --httpd PATH        the httpd that is meant
          --server-root DIR   where relative paths start, as httpd -d
          --define NAME       as httpd -D
          --quiet             only what is not ok
          --json              for programs

          The exit status is 1 when a line says fail.
        TEXT
}

my @OPTIONS = qw(httpd=s server-root=s define|D=s@ quiet json);

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('doctor', \@args, \%option, @OPTIONS);
    usage("one configuration at a time, not @args") if @args > 1;
    local $ENV{MEHARI_HTTPD} = $option{httpd} if defined $option{httpd};
    my @findings = Mehari::Doctor->new(
        path    => $args[0],
        httpd   => $option{httpd},
        root    => $option{'server-root'},
        defines => $option{define},
    )->examine;
    my %count = (ok => 0, warn => 0, fail => 0);
    $count{ $_->{state} }++ for @findings;
    if ($option{json}) {
        print JSON::PP->new->canonical->pretty->encode(
            { %count, checks => \@findings });
    }
    else {
        show($_)
            for grep { !$option{quiet} || $_->{state} ne 'ok' } @findings;
        say summed_up(%count) if !$option{quiet};
    }
    return $count{fail} ? 1 : 0;
}

sub usage ($message) { Mehari::Command::Usage->throw("doctor: $message") }

# Lines as wide as a terminal, and what to do below.
sub show ($finding) {
    say wrapped(sprintf('%-4s  %-13s  ', @$finding{qw(state name)}),
        $finding->{found});
    say wrapped((' ' x 21) . 'do: ', $finding->{todo})
        if defined $finding->{todo};
    return;
}

sub wrapped ($head, $text) {
    my @lines = ($head);
    my $left  = length $head;
    for my $word (split / /, $text) {
        if (length("$lines[-1] $word") > 79 && length $lines[-1] > $left) {
            push @lines, ' ' x $left;
        }
        $lines[-1] .= (length $lines[-1] > $left ? ' ' : '') . $word;
    }
    return join "\n", @lines;
}

sub summed_up (%count) {
    return
          "\n$count{ok} ok, "
        . Mehari::Doctor::plural($count{warn}, 'warning') . ', '
        . Mehari::Doctor::plural($count{fail}, 'failure');
}

1;

__END__

=head1 NAME

Mehari::Command::Doctor - mehari doctor

=head1 SYNOPSIS

  exit Mehari::Command::Doctor->run('/etc/apache2');

=head1 DESCRIPTION

See C<mehari help doctor>.

=cut
