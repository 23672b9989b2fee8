package Mehari::Serve::Obstacle;

# Reasons why the system would not start a CGI script, for the pages.

use Mehari::Perl;
use File::Basename qw(basename);

use Mehari::Explain::Obstacle;
use Mehari::Explain::Reason;

my %WORDS = (
    MH4321 => 'not executable: chmod +x',
    MH4322 => 'no #! line',
    MH4323 => 'Windows line ends',
    MH4324 => 'a byte order mark',
    MH4325 => 'no %s',
    MH4326 => '%s is not executable',
);

# A sentence for people and a few words for a table, or nothing if the system
# would start it.
sub of_file ($file) {
    my ($code, $subject) = Mehari::Explain::Obstacle::of_file($file)
        or return;
    my $reason = Mehari::Explain::Reason::find($code);
    my $says
        = Mehari::Explain::Reason::sentence($reason, { subject => $subject });
    no warnings 'redundant';
    return (basename($file) . " $says. $reason->{remedy}",
        sprintf $WORDS{$code}, $subject);
}

1;

__END__

=head1 NAME

Mehari::Serve::Obstacle - why the system would not start a CGI script

=head1 SYNOPSIS

    my ($sentence, $words) = Mehari::Serve::Obstacle::of_file($file);

=cut
