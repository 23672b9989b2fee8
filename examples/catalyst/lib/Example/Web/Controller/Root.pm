package Example::Web::Controller::Root;

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use Moose;

BEGIN { extends 'Catalyst::Controller' }

__PACKAGE__->config(namespace => '');

sub page ($c, $title, @lines) {
    $c->res->content_type('text/plain');
    $c->res->body(join '', map { "$_\n" } $title, @lines);
    return;
}

sub index : Path : Args(0) {
    my ($self, $c) = @_;
    page($c, 'Catalyst',
        map { $c->uri_for("/$_") } qw(hello visits form upload stream file));
    return;
}

sub hello : Local {
    my ($self, $c) = @_;
    my $name = $c->req->query_params->{name} // 'nobody';
    page($c, "Hello, $name!");
    return;
}

sub visits : Local {
    my ($self, $c) = @_;
    my $before = $c->req->cookie('visits');
    my $count  = ($before ? $before->value : 0) + 1;
    $c->res->cookies->{visits} = { value => $count, httponly => 1 };
    page($c, "Visit $count");
    return;
}

sub form : Local {
    my ($self, $c) = @_;
    my $values = $c->req->body_params;
    page(
        $c, 'Form',
        map {
            my $value = $values->{$_};
            "$_: " . join ', ', ref $value ? @$value : $value
        } sort keys %$values
    );
    return;
}

sub upload : Local {
    my ($self, $c) = @_;
    my $file = $c->req->upload('file');
    page($c,
        $file
        ? ('Upload', $file->filename, $file->size . ' bytes')
        : 'No file');
    return;
}

# httpd sends each piece at once.
sub stream : Local {
    my ($self, $c) = @_;
    $c->res->content_type('text/plain');
    $c->res->write("piece $_\n") for 1 .. 3;
    return;
}

sub file : Local {
    my ($self, $c) = @_;
    open my $in, '<:raw', __FILE__ or die "Cannot read this file: $!\n";
    $c->res->content_type('text/plain');
    $c->res->content_length(-s $in);
    $c->res->body($in);
    return;
}

sub fail : Local { die "this page fails\n" }

sub default : Path {
    my ($self, $c) = @_;
    page($c, 'Not found');
    $c->res->status(404);
    return;
}

__PACKAGE__->meta->make_immutable;

1;
