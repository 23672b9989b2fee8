package Mehari::Form::Urlencoded;

# Parses application/x-www-form-urlencoded as the bytes come. A pair exists once
# its separator, or the end, has come.

use Mehari::Perl;

use Mehari::Form ();

sub new ($class, %) {
    return bless { rest => '' }, $class;
}

# Entries that are complete by now: a status and the entries.
sub feed ($self, $data) {
    my ($at) = sort { $b <=> $a } map { rindex $data, $_ } '&', ';';
    $self->{rest} .= substr $data, 0, $at + 1, '' if $at >= 0;
    my $known = $at < 0 ? '' : delete $self->{rest};
    $self->{rest} .= $data;
    return entries($known);
}

sub finish ($self) {
    return entries(delete $self->{rest});
}

sub entries ($text) {
    my ($status, @pairs) = Mehari::Form::pairs($text);
    my @entries;
    while (my ($name, $value) = splice @pairs, 0, 2) {
        push @entries, { name => $name, value => $value, tainted => 1 };
    }
    return ($status, @entries);
}

1;
