# save and restore of a query.
use CGI;
my $q = CGI->new;
open my $out, '>', 'work/query' or die;
$q->save($out);
close $out;
open my $in, '<', 'work/query' or die;
my $copy = CGI->new($in);
print $copy->header('text/plain'), $copy->query_string, "\n";
