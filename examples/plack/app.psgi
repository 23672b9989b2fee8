# An application of plain PSGI, with Plack's tools around it: a session in a
# cookie, middleware, a form, an upload, a page that comes in pieces.
use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Plack::App::File;
use Plack::Builder;
use Plack::Request;
use Plack::Session;

sub page ($title, @lines) {
    return [
        200,
        [ 'Content-Type' => 'text/plain; charset=utf-8' ],
        [ map { "$_\n" } $title, @lines ]
    ];
}

sub welcome ($env) {
    return page('Plack',
        map { "$env->{SCRIPT_NAME}/$_" }
            qw(hello?name=World visits form upload stream file));
}

sub hello ($env) {
    my $name = Plack::Request->new($env)->param('name') // 'nobody';
    return page("Hello, $name!");
}

sub visits ($env) {
    my $session = Plack::Session->new($env);
    my $count   = ($session->get('visits') // 0) + 1;
    $session->set(visits => $count);
    return page("Visit $count");
}

sub form ($env) {
    my $values = Plack::Request->new($env)->body_parameters;
    return page('Form', map { "$_: " . join ', ', $values->get_all($_) }
            sort keys %$values);
}

sub upload ($env) {
    my $file = Plack::Request->new($env)->upload('file')
        // return page('No file');
    return page('Upload', $file->filename, $file->size . ' bytes');
}

# httpd sends each piece at once.
sub stream ($env) {
    return sub ($respond) {
        my $writer = $respond->([ 200, [ 'Content-Type' => 'text/plain' ] ]);
        $writer->write("piece $_\n") for 1 .. 3;
        $writer->close;
    };
}

sub fail ($env) { die "this page fails\n" }

my %page = (
    '/'       => \&welcome,
    '/hello'  => \&hello,
    '/visits' => \&visits,
    '/form'   => \&form,
    '/upload' => \&upload,
    '/stream' => \&stream,
    '/fail'   => \&fail,
    '/file'   => Plack::App::File->new(file => __FILE__)->to_app,
);

builder {
    enable 'Runtime';
    enable 'ConditionalGET';
    enable 'Session::Cookie', secret => 'an example';
    sub ($env) {
        my $page = $page{ $env->{PATH_INFO} || '/' };
        return $page
            ? $page->($env)
            : [ 404, [ 'Content-Type' => 'text/plain' ], ["Not found\n"] ];
    };
};
