use DBI;
use DBD::Pg;
my $dbh = DBI->connect('dbi:Pg:dbname=none;host=127.0.0.1;port=1', '', '',
    { PrintError => 0 });
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ",
    $dbh ? 'there' : 'refused', ' ', DBI->errstr =~ /refused/ ? 1 : 0, "\n";
