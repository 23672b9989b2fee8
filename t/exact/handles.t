# Handles of a database that a script leaves to the end of the interpreter, in
# processes that have loaded DBI ahead: as with perl, no signal kills the
# script.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(gateway_server script);
use Mehari::Test::Rollback;
use constant { SCRIPTS => 12, ROUNDS => 4 };

plan skip_all => 'no DBD::SQLite' if !eval { require DBD::SQLite };

# Each script has a process with addresses of its own.
my $text = <<'EOF_SCRIPT';
#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
require DBI;
our $base = DBI->connect('dbi:SQLite::memory:', '', '', { RaiseError => 1 });
our $statement = $base->prepare('select ?');
$statement->execute($ENV{QUERY_STRING});
print +($statement->fetchrow_array)[0];
EOF_SCRIPT

for my $way ('fork', (trackers())[0]) {
    my $h = gateway_server(perl_pool => "restore=$way");
    script($h, "handles$_.pl", $text) for 1 .. SCRIPTS;
    for my $state ('loaded in each', 'loaded ahead') {
        my %seen;
        for my $round (1 .. ROUNDS) {
            for my $number (1 .. SCRIPTS) {
                my $got = get($h, "/handles$number.pl?$round");
                $seen{ $got->status . ($got->body eq $round ? '' : '!') }++;
            }
        }
        is_deeply \%seen, { 200 => SCRIPTS * ROUNDS },
            "restore=$way: scripts end well, with DBI $state";

        # The zygote that has loaded more modules comes a second later.
        sleep 1.2 if $state eq 'loaded in each';
    }
    $h->stop;
}

done_testing;
