package Mehari::Memory::Saving;

# mehari doctor --preload: measures the memory that is saved by loading modules
# before the fork.

use Mehari::Perl;
use JSON::PP ();

use Mehari::Command::Usage;
use Mehari::Memory::Preload;
use Mehari::Memory::Report;

sub options ($class) { return qw(requests=i children=i) }

sub run ($class, $given, @scripts) {
    my %option = (requests => 10, children => 10, %$given);
    for my $name (qw(requests children)) {
        usage("--$name wants a number above 0") if $option{$name} < 1;
    }
    my $report = report(\%option, @scripts);
    print $option{json}
        ? JSON::PP->new->canonical->pretty->encode($report)
        : Mehari::Memory::Report::preload($report);
    return 0;
}

sub usage ($text) { Mehari::Command::Usage->throw("doctor --preload: $text") }

sub report ($option, @scripts) {
    my @modules = modules($option->{preload});
    for my $script (@scripts) {
        die "there is no script $script.\n" if !-f $script;
    }
    usage('--preload none needs a script') if !@modules && !@scripts;
    my $rows = Mehari::Memory::Preload->new(
        modules  => \@modules,
        scripts  => \@scripts,
        requests => $option->{requests},
        progress => \&progress,
    )->measure;
    for my $row (@$rows) {
        $row->{sum} = $row->{parent}{total}
            + $option->{children} * $row->{after}{private};
    }
    return { preload => $rows, %$option{qw(requests children)} };
}

sub modules ($list) {
    return () if $list eq 'none';
    my @modules = split /,/, $list;
    for my $module (@modules) {
        usage(qq(--preload: "$module" is not the name of a module))
            if $module !~ /\A[A-Za-z_]\w*(?:::\w+)*\z/a;
    }
    return @modules;
}

sub progress ($text) {
    print STDERR "mehari: $text\n" if -t STDERR;
    return;
}

1;

__END__

=head1 NAME

Mehari::Memory::Saving - mehari doctor --preload

=head1 SYNOPSIS

    my $status
        = Mehari::Memory::Saving->run({ preload => 'CGI' }, 'form.pl');

=cut
