package Mehari::Workload::Query;

# The common part of the guide's four steps: one request reads some rows,
# changes one, and commits.

use strict;
use warnings;

use Apache2::Const -compile => 'OK';
use Apache2::RequestIO  ();
use Apache2::RequestRec ();
use APR::Table          ();

my $turn = 0;

# The database: data source, user, password.
sub place {
    my ($r) = @_;
    my $env = $r->subprocess_env;
    return ($env->get('BENCH_DSN'), $env->get('BENCH_USER'), '');
}

# Requests differ in what they ask for.
sub next_key { return ++$turn % 1000 }

sub answer {
    my ($r, @rows) = @_;
    $r->content_type('text/plain');
    $r->print(map { "$_->[0]\n" } @rows);
    return Apache2::Const::OK;
}

1;
