# More than CGI.pm's buffers.
use CGI;
use Digest::MD5;
my $q = CGI->new;
my $file = $q->upload('file');
my $md5 = Digest::MD5->new;
$md5->addfile($file);
print $q->header('text/plain'), -s $q->tmpFileName($q->param('file')), ' ', $md5->hexdigest, "\n";
