package Mehari::Test::Application;

# The examples that are small applications of a framework, each the same, as
# `mehari serve examples/NAME` shows them.

use Mehari::Perl;
use Exporter qw(import);
use Test::More;

use Mehari::Test::Serve;

our @EXPORT_OK = qw(try_example);

# Skips the test without the module, and says which package has that.
sub try_example ($name, $title, $module, $package) {
    my $file = $module =~ s{::}{/}gr . '.pm';
    plan skip_all => "there is no $module (Debian: $package)"
        if !grep { -e "$_/$file" } @INC;
    my $folder = Mehari::Test::Serve::root() . "/examples/$name";
    my $server = Mehari::Test::Serve->start($folder, '--workers', 2);
    like $server->body('/'), qr/\A$title\n/, "mehari serve examples/$name";
    is $server->body("/hello?name=$_"), "Hello, $_!\n", "it greets $_"
        for qw(Ada Grace);
    is $server->{http}
        ->post_form($server->url . '/form', { town => 'Bern', b => 2 })
        ->{content}, "Form\nb: 2\ntown: Bern\n", 'it reads a form';
    is $server->body('/stream'), "piece 1\npiece 2\npiece 3\n",
        'it sends a page in pieces';
    is $server->get('/nowhere')->{status}, 404, 'a missing page';
    is $server->end,                       0,   'the end';
    done_testing;
    return;
}

1;
