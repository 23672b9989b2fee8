package Mehari::Workload::Naive;

# The guide's first step: a connection for each request, values in the text of
# the statements.

use strict;
use warnings;

use DBI;
use Mehari::Workload::Query;

# Makes a new connection even if Apache::DBI is loaded.
my %OPTION = (
    RaiseError         => 1,
    AutoCommit         => 0,
    dbi_connect_method => 'connect',
);

sub handler {
    my ($r)  = @_;
    my $dbh  = DBI->connect(Mehari::Workload::Query::place($r), {%OPTION});
    my @rows = work($dbh);
    $dbh->disconnect;
    return Mehari::Workload::Query::answer($r, @rows);
}

sub work {
    my ($dbh) = @_;
    my $key   = Mehari::Workload::Query::next_key();
    my $query = $dbh->prepare("SELECT foo FROM bar WHERE baz = $key");
    $query->execute;
    my @rows = @{ $query->fetchall_arrayref };
    $dbh->prepare("UPDATE seen SET number = number + 1 WHERE baz = $key")
        ->execute;
    $dbh->commit;
    return @rows;
}

1;
