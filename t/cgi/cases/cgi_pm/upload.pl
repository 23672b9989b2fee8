# A file that is uploaded.
use CGI;
my $q = CGI->new;
my $file = $q->upload('file');
my $text = do { local $/; <$file> };
print $q->header('text/plain'), length $text, ' ', $q->param('file'), ' ', $q->uploadInfo($q->param('file'))->{'Content-Type'}, ' ', $q->param('name'), "\n$text";
