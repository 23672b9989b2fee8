package Mehari::Test::Tier;

# Servers that run the same scripts by httpd's own handler for CGI, below
# /cgi, and as fresh programs, below /fresh.

use v5.36;
use Exporter qw(import);

use Mehari::Test;

our @EXPORT = qw(tier_server tier_config same_as_cgi);

my %PLACE = (
    prefork => { cgi => 'cgi',  config => '' },
    event   => { cgi => 'cgid', config => "PerlUsePool default\n" },
);

# mpm: under event the programs run in a pool of one worker, under prefork in
# the only child. more: what is in /fresh. The rest is for server().
sub tier_server ($mpm, %option) {
    my $more    = delete $option{more}    // '';
    my $config  = delete $option{config}  // '';
    my $modules = delete $option{modules} // [];
    return server(
        mpm     => $mpm,
        modules => [ $PLACE{$mpm}{cgi}, @$modules ],
        workers => $mpm eq 'event' ? 16 : 1,
        config  => tier_config($mpm, $more) . $config,
        %option,
    );
}

sub tier_config ($mpm, $more = '') {
    return <<~"CONF";
        PerlPool default workers=1
        Alias "/cgi" "\${DOCUMENT_ROOT}"
        Alias "/fresh" "\${DOCUMENT_ROOT}"
        <Directory "\${DOCUMENT_ROOT}">
            Options +ExecCGI
        </Directory>
        <Location "/cgi">
            SetHandler cgi-script
        </Location>
        <Location "/fresh">
            SetHandler perl-script
            PerlResponseHandler Mehari::Fresh
            PerlOptions +ParseHeaders
            $PLACE{$mpm}{config}$more
        </Location>
        CONF
}

# What differs between the two, as text, when each path is asked for by two
# clients in turn, so many times. A request is as for interleaved().
sub same_as_cgi ($h, $requests, %option) {
    my %expected;
    my $text = '';
    for my $seen (interleaved($h, placed('cgi', $requests), rounds => 1)) {
        $expected{ $seen->{request} =~ s{\A/cgi}{}r }
            = told($seen->{response});
    }
    for my $seen (interleaved($h, placed('fresh', $requests), %option)) {
        my $path = $seen->{request} =~ s{\A/fresh}{}r;
        my $got  = told($seen->{response});
        next if $got eq $expected{$path};
        $text .= "$path, round $seen->{round}, client $seen->{client}:\n$got"
            . "instead of\n$expected{$path}";
    }
    return $text;
}

sub placed ($place, $requests) {
    return [
        map { ref $_ ? [ "/$place$_->[0]", @$_[ 1 .. $#$_ ] ] : "/$place$_" }
            @$requests ];
}

sub told ($response) {
    my %header = map { $_ => $response->header($_) // '' }
        qw(Content-Type Location Set-Cookie);
    return join "\n", $response->status,
        (map { "$_: $header{$_}" } sort keys %header),
        $response->body, '';
}

1;
