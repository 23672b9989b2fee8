package Mehari::Explain::Report;

# The output of mehari explain.

use Mehari::Perl;
use JSON::PP ();

my %TITLE = (
    'perl-cgi' => 'costs time in each request of perl-cgi',
    cgi        => 'is the same under mod_cgi',
    registry   => 'differs under Registry, PerlRun, or in a handler',
);

# { json, quiet, count }
sub new ($class, %self) {
    return bless { results => [], number => 0, found => 0, %self }, $class;
}

sub begin ($self) {
    return if $self->{json};
    print STDERR 'Compiling '
        . ($self->{count} == 1 ? '1 script' : "$self->{count} scripts")
        . '. This runs the BEGIN blocks, and the code up to the first access'
        . " to a request.\n";
    return;
}

# Overwrites one line of the terminal.
sub progress ($self, $script) {
    $self->{number}++;
    return if $self->{count} < 2 || !-t STDERR;
    my $text = "$self->{number}/$self->{count} $script";
    printf STDERR "\r%-78.78s", $text;
    return;
}

sub clear ($self) {
    return if $self->{count} < 2 || !-t STDERR;
    print STDERR "\r", ' ' x 78, "\r";
    return;
}

# Scripts that could not be compiled.
sub failed ($self) { return $self->{failed} // 0 }

sub add ($self, $result) {
    my @findings = @{ $result->{findings} };
    $self->{failed}++ if grep { $_->{code} =~ /\AMH400[127]\z/ } @findings;
    $self->{found}++  if @findings;
    if ($self->{json}) {
        push @{ $self->{results} }, $result;
        return;
    }
    $self->clear;
    print "$result->{script}: ", said(scalar @findings), "\n";
    return if $self->{quiet};
    my $about = '';
    for my $found (@findings) {
        print "  $TITLE{ $found->{about} }:\n" if $found->{about} ne $about;
        print line($result->{script}, $found);
        $about = $found->{about};
    }
    return;
}

sub said ($count) {
    return 'no findings' if !$count;
    return $count == 1 ? '1 finding' : "$count findings";
}

sub line ($script, $found) {
    my $place = $found->{line} ? "$script:$found->{line}" : $script;
    return "    $place $found->{text} [$found->{code}]\n";
}

sub finish ($self) {
    $self->clear;
    return $self->print_json if $self->{json};
    return                   if $self->{count} < 2;
    STDOUT->flush;
    print STDERR "Findings in $self->{found} of $self->{count} scripts.\n";
    return;
}

sub print_json ($self) {
    print JSON::PP->new->pretty->canonical->latin1->encode(
        { scripts => $self->{results} });
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Report - what mehari explain prints

=cut
