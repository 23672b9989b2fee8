package Mehari::Test::Database;

# The databases that a test can have: one instance each for a test file.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Database;

our @EXPORT = qw(databases);

# Starts, side by side, those of the named databases that are installed (all, if
# none is named), and returns them. Names each of the others in a line.
sub databases (@names) {
    my @found;
    for my $name (@names ? @names : Mehari::Database::names()) {
        my $problem = Mehari::Database::problem($name);
        Test::More::note("not tested with $name: $problem") if $problem;
        push @found, Mehari::Database->new($name) if !$problem;
    }
    return map { $_->wait_for } @found;
}

1;

__END__

=head1 NAME

Mehari::Test::Database - databases of a test's own

=head1 SYNOPSIS

    for my $db (databases()) {
        my $h = server(config => 'PerlSetVar DSN "' . $db->dsn . '"');
        ...
        $db->drop_sessions;
        $db->restart;
    }

=cut
