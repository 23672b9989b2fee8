# PerlPsgiApp FILE unmapped: no file and no <Directory> stands between a client
# and the application, but <Location> does; other things that are mounted inside
# do not belong to the application.

use Mehari::Test;

my $app = <<~'APP';
    use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
    sub ($env) { [ 200, [], [ "$env->{SCRIPT_NAME} $env->{PATH_INFO}" ] ] };
    APP

sub place ($path, $more) {
    return qq(<Location "$path">\nSetHandler perl-psgi\n)
        . qq(PerlPsgiApp "\${ROOT}/htdocs/app.psgi" $more\n</Location>\n);
}

sub start ($mpm) {
    return server(
        mpm     => $mpm,
        workers => 4,
        files   => {
            'app.psgi'        => $app,
            'free/file.txt'   => "a file\n",
            'closed/file.txt' => "not for everybody\n",
        },
        config => place('/mapped', '')
            . place('/free', 'unmapped')
            . <<~'CONF',
            <Directory "/">
            Require all denied
            </Directory>
            <Directory "${DOCUMENT_ROOT}/free">
            Require all denied
            <Files "file.txt">
            Require all granted
            </Files>
            </Directory>
            <Location "/free/closed">
            Require all denied
            </Location>
            <Location "/free/file.txt">
            SetHandler none
            </Location>
            CONF
    );
}

for my $mpm (qw(prefork event)) {
    my $httpd = start($mpm);
    my $body  = sub ($path) { get($httpd, $path)->body };
    is get($httpd, '/mapped/page')->status, 403,
        "$mpm: a <Directory> holds for the path of an application";
    is $body->('/free/page'), '/free /page', "$mpm: unmapped: it does not";
    is $body->('/free'),      '/free ',      "$mpm: ... at its root";
    is $body->('/free/a//b?c=d'), '/free /a//b', "$mpm: ... slashes stay";
    is $body->('/free/app.psgi'), '/free /app.psgi',
        "$mpm: ... names of files";
    is get($httpd, '/free/closed/file.txt')->status, 403,
        "$mpm: a <Location> holds";
    is $body->('/free/file.txt'), "a file\n",
        "$mpm: what is no application's is a file";
}

done_testing;
