package Mehari::Explain::Report;

# What mehari explain prints.

use v5.36;
use JSON::PP ();

# { all, json, quiet, no-compile, count }
sub new ($class, %self) {
    return bless { results => [], tiers => {}, number => 0, %self }, $class;
}

sub begin ($self) {
    return if $self->{json} || $self->{'no-compile'};
    print STDERR "Compiling "
        . ($self->{count} == 1 ? '1 script' : "$self->{count} scripts")
        . ": their BEGIN blocks run, the programs do not.\n";
    return;
}

# One line that is written over.
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

sub slow ($self) { return $self->{tiers}{exact} // 0 }

sub add ($self, $result) {
    $self->{tiers}{ $result->{tier} }++;
    if ($self->{json}) {
        push @{ $self->{results} }, $result;
        return;
    }
    $self->clear;
    print "$result->{script}: $result->{tier}\n";
    return if $self->{quiet};
    print map { $self->line($_) } $self->deciding($result);
    return;
}

# Those against the next faster tier, unless all are wanted.
sub deciding ($self, $result) {
    my @reasons = @{ $result->{reasons} };
    return @reasons if $self->{all} || $result->{tier} ne 'exact';
    my @decide = grep { $_->{rules_out} ne 'registry' } @reasons;
    return $self->{'no-compile'} ? @reasons : @decide;
}

sub line ($self, $reason) {
    my $place = $reason->{file};
    $place .= ":$reason->{line}" if $reason->{line};
    return "  $place $reason->{text} [$reason->{code}]\n";
}

sub finish ($self) {
    $self->clear;
    return $self->print_json if $self->{json};
    return                   if $self->{count} < 2;
    my $tiers = $self->{tiers};
    print STDERR join(', ',
        map  { "$tiers->{$_} $_" }
        grep { $tiers->{$_} } qw(registry fresh exact)),
        ".\n";
    return;
}

sub print_json ($self) {
    my $text = JSON::PP->new->pretty->canonical->latin1->encode(
        { scripts => $self->{results}, tiers => $self->{tiers} });
    print $text;
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Report - what mehari explain prints

=cut
