# A small application of Mojolicious: a session, a form, an upload, a page that
# comes in pieces.
use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use Mojolicious::Lite -signatures;

app->secrets(['an example']);
app->log->level('fatal');

sub page ($c, $title, @lines) {
    return $c->render(
        text   => join('', map { "$_\n" } $title, @lines),
        format => 'txt'
    );
}

get '/' => sub ($c) {
    page($c, 'Mojolicious',
        map { $c->url_for("/$_") } qw(hello visits form upload stream file));
};

get '/hello' => sub ($c) {
    my $name = $c->param('name') // 'nobody';
    page($c, "Hello, $name!");
};

get '/visits' => sub ($c) {
    page($c, 'Visit ' . ++$c->session->{visits});
};

post '/form' => sub ($c) {
    my $values = $c->req->body_params;
    page($c, 'Form',
        map { "$_: " . join ', ', $values->every_param($_)->@* }
        sort $values->names->@*);
};

post '/upload' => sub ($c) {
    my $file = $c->param('file') // return page($c, 'No file');
    page($c, 'Upload', $file->filename, $file->size . ' bytes');
};

# Writes each piece when the one before it has gone out.
get '/stream' => sub ($c) {
    my $number = 0;
    $c->res->headers->content_type('text/plain');
    my $next;
    $next = sub ($c, @) {
        $number++;
        $number > 3
            ? $c->write_chunk('')
            : $c->write_chunk("piece $number\n", $next);
    };
    $c->$next;
};

get '/file' => sub ($c) { $c->reply->file(__FILE__) };

get '/fail' => sub ($c) { die "this page fails\n" };

app->start('psgi');
