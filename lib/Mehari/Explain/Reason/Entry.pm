package Mehari::Explain::Reason::Entry;

# Entries of the catalogue from lists of their fields.

use v5.36;

use Exporter qw(import);

our @EXPORT_OK = qw(entry);

my @FIELDS = qw(code title says cause effect remedy);

sub entry (@values) {
    die "An entry of the catalogue has @FIELDS.\n" if @values != @FIELDS;
    my %entry;
    @entry{@FIELDS} = @values;
    return \%entry;
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Entry - entries of the catalogue from lists

=head1 SYNOPSIS

  use Mehari::Explain::Reason::Entry qw(entry);

  sub reasons ($class) {
      return map { entry(@$_) } (
          [ 'MH1234', $title, $says, $cause, $effect, $remedy ],
      );
  }

=cut
