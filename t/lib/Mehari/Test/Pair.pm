package Mehari::Test::Pair;

# The same scripts by mod_cgi and by perl-cgi, for what the cases of t/cgi,
# which share one configuration, cannot say.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test;
use Mehari::Test::Gateway;

our @EXPORT = qw(pair both);

# Starts a server with mod_cgi and one with mehari, which have the same document
# root. Takes the options of gateway_server(); HANDLER in the configuration stands
# for the handler of each.
sub pair (%option) {
    my $config  = delete $option{config}  // '';
    my $modules = delete $option{modules} // [];
    my $ours    = gateway_server(
        %option,
        modules => $modules,
        config  => $config =~ s/HANDLER/perl-cgi/gr,
        start   => 0,
    );
    my $theirs = server(
        mpm           => 'prefork',
        module        => undef,
        modules       => [ @$modules, 'cgi' ],
        document_root => $ours->document_root,
        config        => <<~'CONF' . $config =~ s/HANDLER/cgi-script/gr,
            <Directory "${DOCUMENT_ROOT}">
            Options +ExecCGI
            SetHandler cgi-script
            Require all granted
            </Directory>
            CONF
    );
    return ($theirs, $ours->start);
}

# Returns the result of $code for each of the two servers, without the parts that
# must differ.
sub both ($pair, $code) {
    return map { masked($_, $code->($_)) } @$pair;
}

sub masked ($h, $text) {
    my ($root, $port) = ($h->root, $h->port);
    my $shared = $h->document_root;
    return $text =~ s/\Q$shared\E/<htdocs>/gr =~ s/\Q$root\E/<root>/gr
        =~ s/\b$port\b/<port>/gr =~ s/^(REMOTE_PORT=).*/$1<number>/gmr
        =~ s/^(SERVER_SOFTWARE=.*) mehari\/\S+/$1/gmr;
}

1;
