# The temporary file goes with the request.
use CGI;
$CGITempFile::TMPDIRECTORY = 'work';
my $q = CGI->new;
my $name = $q->tmpFileName($q->upload('file'));
print $q->header('text/plain'), -e $name ? "there\n" : "gone\n";
