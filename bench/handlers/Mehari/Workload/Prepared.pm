package Mehari::Workload::Prepared;

# The fourth step: the statements are prepared where the connection is made, and
# both are kept.

use strict;
use warnings;

use DBI;
use Mehari::Workload::Query;

my ($dbh, $query, $change);

sub handler {
    my ($r) = @_;
    connect_once($r);
    my $key = Mehari::Workload::Query::next_key();
    $query->execute($key);
    my @rows = @{ $query->fetchall_arrayref };
    $change->execute($key);
    $dbh->commit;
    return Mehari::Workload::Query::answer($r, @rows);
}

sub connect_once {
    my ($r) = @_;
    return if $dbh && $dbh->ping;
    $dbh = DBI->connect(
        Mehari::Workload::Query::place($r),
        {
            RaiseError         => 1,
            AutoCommit         => 0,
            dbi_connect_method => 'connect',
        }
    );
    $query = $dbh->prepare('SELECT foo FROM bar WHERE baz = ?');
    $change
        = $dbh->prepare('UPDATE seen SET number = number + 1 WHERE baz = ?');
    return;
}

1;
