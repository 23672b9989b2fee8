# CGI.pm's -nph in a script that has not the name.
use CGI;
my $q = CGI->new;
print $q->header(-nph => 1, -type => 'text/plain', -expires => 0), "body\n";
