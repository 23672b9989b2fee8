use Mojolicious::Lite;
app->secrets(['not told']);
app->log->level('fatal');
get '/' => sub {
    my $c = shift;
    my $rate = Mojo::Util::steady_time();
    $c->res->headers->date('Thu, 01 Jan 1970 00:00:00 GMT');
    $c->render(text => join ' ', 'hello', $c->param('name') // 'nobody',
        $rate > 0 ? 'steady' : '', $c->req->url->base->path, "\n");
};
app->start;
