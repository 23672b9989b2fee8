package Mehari::Test::Status;

# A server with a place /h, whose handler is My::Status (t/fixtures/status), and
# with /status.

use Mehari::Perl;

use Exporter qw(import);
use JSON::PP qw(decode_json);

use Mehari::Test;

our @EXPORT = qw(part status status_config);

sub status_config () {
    my $library = fixture('status');
    return <<~"CONF";
        PerlSwitches "-I$library"
        PerlModule My::Status
        <Location "/h">
            SetHandler modperl
            PerlResponseHandler My::Status
        </Location>
        <Location "/status">
            SetHandler mehari-status
        </Location>
        CONF
}

# Returns the parts of the status page.
sub status ($h, $query = '') {
    return decode_json(get($h, "/status?format=json$query")->body)->{pools};
}

sub part ($h, $name, $query = '') {
    my ($part) = grep { $_->{name} eq $name } status($h, $query)->@*;
    return $part;
}

1;
