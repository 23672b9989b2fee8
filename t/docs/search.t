# The search of the site: words and pasted lines, and the page that comes first.

use Mehari::Test;
use File::Temp qw(tempdir);
use JSON::PP   ();
use Mehari::Site;
use Mehari::Test::Browser;

plan
    skip_all => 'the Debian package cmark-gfm is not installed'
    if !grep { -x "$_/cmark-gfm" } split /:/,
    $ENV{PATH};
my $browser = Mehari::Test::Browser->start
    // plan skip_all => 'there is no chromium';

my $to = tempdir(CLEANUP => 1) . '/site';
Mehari::Site::write_site(source_root(), $to);

# Lines of logs.
my $WHEN = '[Mon Nov 23 00:16:38.783709 2026] [cgid:error] [pid 7:tid 8]'
    . ' [client 203.0.113.7:50314]';
my @LINES = (
    [ MH4327 => 'premature end of script headers' ],
    [ MH4327 => "$WHEN End of script output before headers: form.pl" ],
    [ MH4328 => "malformed header from script 'x.pl': Bad header: hello" ],
    [ MH4320 => q{Can't locate CGI.pm in @INC} ],
    [ MH4320 => q{Can't locate CGI.pm} ],
    [
              MH4320 => "$WHEN AH01215: stderr from /x.pl: Can't locate"
            . ' DBD/mysql.pm in @INC (you may need to install the DBD::mysql'
            . ' module) (@INC contains: /etc/perl) at /x.pl line 2.'
    ],
    [ MH4330 => q{Can't locate lib.pl in @INC (@INC contains: /etc/perl)} ],
    [ MH4322 => q{(8)Exec format error: exec of '/x.pl' failed} ],
    [ MH4323 => '/usr/bin/perl^M: bad interpreter: No such file' ],
    [ MH4331 => 'AH01630: client denied by server configuration: /srv/x' ],
    [
        MH4332 => 'AH00035: access to /x denied because search permissions'
            . ' are missing on a component of the path'
    ],
    [ MH4333 => 'Symbolic link not allowed or link target not accessible' ],
    [ MH4334 => 'unable to connect to cgi daemon after multiple tries' ],
    [ MH3007 => 'AH01220: Timeout waiting for output from CGI script /x.pl' ],
    [ MH3024 => 'Options ExecCGI is off in this directory: /srv/x.pl' ],
    [
        MH3026 =>
            'AH02811: stderr from /x.pl: script not found or unable to stat'
    ],
    [ MH4101 => 'Variable "$x" will not stay shared at /x.pl line 7.' ],
    [
        MH4337 =>
            "$WHEN AH01215: Use of uninitialized value \$x in print at /x.pl"
    ],
    [ MH4336 => q{Can't locate getopts.pl in @INC} ],
    [ MH4339 => 'suexec policy violation: see suexec log for more details' ],
    [
        MH4341 => "AH02429: Response header name '<!--' contains invalid"
            . ' characters, aborting request'
    ],
    [
        MH4342 =>
            'AH00124: Request exceeded the limit of 10 internal redirects'
    ],
    [
        MH4345 => 'loadable library and perl binaries are mismatched (got'
            . ' handshake key 0xdb00080, needed 0xcd00080)'
    ],
    [ MH4346 => 'Insecure dependency in open while running with -T switch' ],
    [ MH4350 => "Invalid command 'PerlResponseHandler', perhaps misspelled" ],
    [ MH4353 => "Can't use 'defined(\@array)'" ],
    [ MH4356 => q{Undefined subroutine &main::header called} ],
    [ MH4357 => q{Can't call method "prepare" on an undefined value} ],
    [ MH4358 => "required--this is only v5.36.0" ],
    [ MH4359 => q{Config variable ${APACHE_RUN_DIR} is not defined} ],
    [ MH4361 => ".htaccess: Options not allowed here" ],
    [ MH4362 => "Configuration error: No MPM loaded" ],
    [ MH3010 => 'pool default: /srv/x.pl: its queue is full [MH3010]' ],
    [ MH3098 => 'gains less than it could' ],
    [ MH3097 => 'MH3097' ],
);

# Words, and the page, or the pages of which one comes first.
my @WORDS = (
    [ 'FindBin'              => 'from-mod_cgi' ],
    [ 'PERL5LIB'             => 'from-mod_cgi' ],
    [ 'PERL_USE_UNSAFE_INC'  => 'from-mod_cgi' ],
    [ 'fail2ban'             => 'from-mod_cgi', 'from-mod_perl' ],
    [ 'suexec'               => 'from-mod_cgi', 'messages/MH4339' ],
    [ 'docker'               => 'containers' ],
    [ 'kubernetes'           => 'containers' ],
    [ 'nginx'                => 'front' ],
    [ 'prometheus'           => 'monitoring' ],
    [ 'uninstall'            => 'packages' ],
    [ 'apt install'          => 'operators', 'packages' ],
    [ 'graceful restart'     => 'operators' ],
    [ 'rate limit'           => 'directives/PerlSpeedLimit' ],
    [ 'SetHandler perl-cgi'  => 'directives/SetHandler-perl-cgi' ],
    [ 'PerlPool'             => 'directives/PerlPool' ],
    [ '503'                  => 'troubleshooting' ],
    [ '504 gateway timeout'  => 'troubleshooting' ],
    [ 'Out of memory!'       => 'troubleshooting', 'messages/MH4344' ],
    [ 'Segmentation fault'   => 'troubleshooting' ],
    [ 'server has gone away' => 'troubleshooting', 'messages/MH4351' ],
    [ 'memory leak'          => 'memory',          'tune' ],
    [ 'Apache::DBI'          => 'databases' ],
    [ 'Mojolicious'          => 'examples/mojolicious', 'psgi' ],
    [ 'Dancer2'              => 'examples/dancer2',     'psgi' ],
    [ 'Starman'                        => 'from-plack' ],
    [ 'mod_fcgid'                      => 'from-fastcgi' ],
    [ 'ModPerl::Registry'              => 'modules/ModPerl-Registry' ],
    [ '$r->status(404)'                => 'differences' ],
    [ 'called after the request ended' => 'differences', 'messages/MH4106' ],
    [ 'open2'                          => 'differences' ],
    [ 'rand in children'               => 'differences' ],
    [ 'perl debugger'                  => 'debugging' ],
    [ 'WebSocket'                      => 'psgi' ],
    [ 'background job'                 => 'jobs' ],
    [ '.htaccess'                      => 'security' ],
    [ 'taint mode'                     => 'messages/MH4005' ],
);

$browser->open_page("file://$to/search.html?q=docker", 900, 'light');
is_deeply [ $browser->complaints ], [],
    'the page of the search complains of nothing';
is $browser->value_of(
    'document.querySelector("ol.found a").getAttribute("href")') =~ s/#.*//r,
    'containers.html', 'the page shows the best section first';

sub first ($query) {
    my $quoted = JSON::PP->new->allow_nonref->ascii->encode($query);
    my $found  = $browser->value_of("(find($quoted)[0] ?? ['nothing'])[0]");
    return $found =~ s/\.html(?:#.*)?\z//r;
}

is first($_->[1]), "messages/$_->[0]", "$_->[0]: $_->[1]" for @LINES;
for my $row (@WORDS) {
    my ($query, @pages) = @$row;
    my $found = first($query);
    ok scalar(grep { $_ eq $found } @pages), "$query: @pages"
        or diag "first is $found";
}
is first('xyzzy plugh'), 'nothing', 'nothing is found for what is nowhere';

undef $browser;    # before its folder is removed
done_testing;
