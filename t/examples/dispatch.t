# examples/dispatch: URLs are methods, and changed files are loaded again.

use Mehari::Test;
use Mehari::Test::Serve;

# A copy, because the test changes files.
my $from = Mehari::Test::Serve::root() . '/examples/dispatch';
my @files
    = qw(mehari.conf lib/Example/Shop.pm lib/Example/Shop/Cart.pm README.md);
my $site
    = Mehari::Test::Serve::site(
    map { $_ => [ 0644, Mehari::Test::Serve::read_file("$from/$_") ] }
        @files);
my $server = Mehari::Test::Serve->start("$site", '--workers', 1);

like $server->body('/'),     qr/A shop:/, 'the index page is shown';
like $server->body('/list'), qr/Saddles/, 'a method of the package answers';
like $server->body('/cart/'), qr/this process: 0/,
    'the index of a package below answers';
like $server->body('/cart/add?x'), qr/process: 1/,
    'a method of a package below answers';
like $server->body('/cart/list'), qr/Saddles/, 'an inherited method answers';
is $server->get($_)->{status}, 404, "not found: $_"
    for '/empty_the_till', '/cart', '/dispatch_list', '/nothing', '/cart/x/',
    '/Example::Shop/list', '/cart/add;system', '/CART/add',
    '/cart::add', "/cart'add", '/list/list', '/page', '/can', '/import';

my $cart = "$site/lib/Example/Shop/Cart.pm";
my $text = Mehari::Test::Serve::read_file($cart);
Mehari::Test::Serve::write_file($cart,
    $text =~ s/In the cart of this process/Now in the cart/r);
like $server->body('/cart/'), qr/Now in the cart: 0/,
    'a changed file is loaded anew';
Mehari::Test::Serve::write_file("$site/lib/Example/Shop/New.pm", <<~'PERL');
    package Example::Shop::New;
    use parent 'Example::Shop';
    sub dispatch_index { $_[0]->page($_[1], 'brand-new') }
    1;
    PERL
ok $server->wait_for(sub { $server->body('/new/') =~ /brand-new/ }),
    'a new file is found';
Mehari::Test::Serve::write_file($cart, "package Example::Shop::Cart;\n}\n");
is $server->get('/cart/')->{status}, 500,
    'a file that does not compile is an error';
ok $server->wait_for(sub { $server->output =~ /Unmatched right curly/ }),
    'the log says what does not compile';
Mehari::Test::Serve::write_file($cart, $text);
like $server->body('/cart/'), qr/this process: 0/,
    'the page before is shown until the file compiles';
done_testing;
