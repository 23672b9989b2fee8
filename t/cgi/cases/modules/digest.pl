# Digests of the request.
use Digest::SHA qw(sha1_hex);
use MIME::Base64;
print "Content-Type: text/plain\n\n";
print sha1_hex($ENV{QUERY_STRING}), ' ', encode_base64($ENV{QUERY_STRING});
