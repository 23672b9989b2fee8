# A small application of Dancer2: cookies, a form, an upload, a page that comes
# in pieces.
package Example::Dancer;

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use Dancer2;

set charset      => 'UTF-8';
set content_type => 'text/plain';
set logger       => 'null';

sub page ($title, @lines) {
    return join '', map { "$_\n" } $title, @lines;
}

get '/' => sub {
    page('Dancer2',
        map { uri_for("/$_") } qw(hello visits form upload stream file));
};

get '/hello' => sub {
    my $name = query_parameters->get('name') // 'nobody';
    page("Hello, $name!");
};

get '/visits' => sub {
    my $before = cookie('visits');
    my $count  = ($before ? $before->value : 0) + 1;
    cookie(visits => $count, http_only => 1);
    page("Visit $count");
};

post '/form' => sub {
    my $values = body_parameters;
    page('Form', map { "$_: " . join ', ', $values->get_all($_) }
            sort keys %$values);
};

post '/upload' => sub {
    my $file = upload('file') // return page('No file');
    page('Upload', $file->filename, $file->size . ' bytes');
};

# httpd sends each piece at once.
get '/stream' => sub {
    delayed {
        flush;
        content "piece $_\n" for 1 .. 3;
        done;
    };
};

get '/file' => sub { send_file(__FILE__, system_path => 1) };

get '/fail' => sub { die "this page fails\n" };

to_app;
