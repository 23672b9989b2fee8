# @INC that is changed in BEGIN, by hand and with a hook.
BEGIN {
    unshift @INC, sub {
        my ($self, $name) = @_;
        return if $name ne 'Made/Up.pm';
        my $text = "package Made::Up; sub who { '$ENV{QUERY_STRING}' } 1;";
        open my $in, '<', \$text;
        return $in;
    };
}
use Made::Up;
print "Content-Type: text/plain\n\n";
print Made::Up::who(), "\n";
