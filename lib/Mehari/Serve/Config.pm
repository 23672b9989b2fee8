package Mehari::Serve::Config;

# The part of httpd's configuration that is ours: the URL spaces, the pages,
# the logs that the pages read.

use v5.36;

use Mehari::Serve::Context;
use Mehari::Serve::Message;
use Mehari::Serve::Runs;

our @MODULES = qw(cgi unique_id);

# perl: a directory in which the pages' code is found, and no other module.
sub text ($class, $context, $perl) {
    return join "\n", server($context, $perl), pages(), map {
        $_->{kind} eq 'script'
            ? script_space($context, $_)
            : handler_space($_)
    } $context->modes;
}

sub server ($context, $perl) {
    my @inc      = ($perl, $context->site->handler_dirs);
    my $switches = join ' ',
        map { Mehari::Serve::Context::quoted("-I$_") } @inc;
    my $preload = join ' ',
        sort grep { defined } map { $_->{class} } $context->modes;
    $preload = "PerlModule $preload" if length $preload;
    return <<~"CONF";
    PerlSwitches $switches
    ${\$context->directives}
    PerlModule Mehari::Serve::Index Mehari::Serve::ErrorPage
    PerlModule Mehari::Serve::ScriptGate Mehari::Serve::HandlerGate
    $preload

    # What scripts leave in their temporary directory goes with the server.
    SetEnv TMPDIR "\${ROOT}/tmp"
    PerlSetEnv TMPDIR "\${ROOT}/tmp"

    ErrorLogFormat "$Mehari::Serve::Message::FORMAT"
    CustomLog "logs/runs_log" "$Mehari::Serve::Runs::FORMAT"

    AddType image/webp webp
    AddType image/x-icon ico
    AddType font/woff woff
    AddType font/woff2 woff2

    <Directory "/">
        AllowOverride None
        Options FollowSymLinks
        Require all granted
    </Directory>
    CONF
}

sub pages () {
    return <<~'CONF';
    <LocationMatch "^/$">
        SetHandler modperl
        PerlResponseHandler Mehari::Serve::Index
    </LocationMatch>
    <Location "/mehari/error">
        SetHandler modperl
        PerlResponseHandler Mehari::Serve::ErrorPage
    </Location>
    ErrorDocument 403 /mehari/error
    ErrorDocument 404 /mehari/error
    ErrorDocument 500 /mehari/error
    CONF
}

sub script_space ($context, $mode) {
    my $space = "/$mode->{name}/";
    my $dir   = Mehari::Serve::Context::quoted($context->site->dir . '/');
    my $perl  = defined $mode->{class} ? <<~"CONF" : '';
        PerlResponseHandler $mode->{class}
        PerlOptions +ParseHeaders
    CONF
    my $nph = defined $mode->{class} ? <<~"CONF" : '';
    <LocationMatch "^$space(.*/)?nph-[^/]*">
        PerlOptions -ParseHeaders
    </LocationMatch>
    CONF
    return <<~"CONF" . $nph;
    Alias "$space" $dir
    <Location "$space">
        SetHandler $mode->{set}
        Options +ExecCGI
        PerlFixupHandler Mehari::Serve::ScriptGate
    $perl</Location>
    CONF
}

sub handler_space ($mode) {
    return <<~"CONF";
    <Location "/$mode->{name}/">
        SetHandler $mode->{set}
        PerlFixupHandler Mehari::Serve::HandlerGate
    </Location>
    CONF
}

1;

__END__

=head1 NAME

Mehari::Serve::Config - the httpd configuration of mehari serve

=head1 SYNOPSIS

  my $text = Mehari::Serve::Config->text($context, $perl_dir);

=cut
