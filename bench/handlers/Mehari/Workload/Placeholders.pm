package Mehari::Workload::Placeholders;

# The third step: the statements are always the same, values are bound.

use strict;
use warnings;

use Mehari::Workload::Persistent;
use Mehari::Workload::Query;

sub handler {
    my ($r)   = @_;
    my $dbh   = Mehari::Workload::Persistent::connected($r);
    my $key   = Mehari::Workload::Query::next_key();
    my $query = $dbh->prepare('SELECT foo FROM bar WHERE baz = ?');
    $query->execute($key);
    my @rows = @{ $query->fetchall_arrayref };
    $dbh->prepare('UPDATE seen SET number = number + 1 WHERE baz = ?')
        ->execute($key);
    $dbh->commit;
    $dbh->disconnect;
    return Mehari::Workload::Query::answer($r, @rows);
}

1;
