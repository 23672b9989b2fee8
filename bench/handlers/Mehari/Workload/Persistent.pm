package Mehari::Workload::Persistent;

# The second step: Apache::DBI keeps the connection; the rest is that of the
# first step.

use strict;
use warnings;

use Apache::DBI;
use DBI;
use Mehari::Workload::Naive;
use Mehari::Workload::Query;

sub handler {
    my ($r)  = @_;
    my $dbh  = connected($r);
    my @rows = Mehari::Workload::Naive::work($dbh);
    $dbh->disconnect;
    return Mehari::Workload::Query::answer($r, @rows);
}

sub connected {
    my ($r) = @_;
    return DBI->connect(
        Mehari::Workload::Query::place($r),
        { RaiseError => 1, AutoCommit => 0 }
    );
}

1;
