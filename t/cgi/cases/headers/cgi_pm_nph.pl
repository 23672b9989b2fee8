# CGI.pm's -nph in a script whose name does not begin with nph-.
use CGI;
my $q = CGI->new;
print $q->header(-nph => 1, -type => 'text/plain', -expires => 0), "body\n";
