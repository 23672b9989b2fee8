package Mehari::Dispatch;

# Maps a URL below a location to a method of a package below a prefix. The words
# of a request are only keys of a table: none becomes a file name, a name of a
# sub, a pattern or code.

use Mehari::Perl;

use Apache2::Const -compile => qw(NOT_FOUND SERVER_ERROR);
use Apache2::Log         ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use ModPerl::Util        ();
use Time::HiRes          ();
use mro                  ();

our $VERSION = '0.1.0';

# Only methods with such names answer; all others are private.
my $METHOD = 'dispatch_';

my $DEPTH    = 8;       # of folders below the prefix
my $PACKAGES = 1000;    # of one prefix

my %tables;             # prefix => table

sub handler {
    my $r      = shift;
    my $prefix = $r->dir_config('DispatchPrefix') // '';
    return refuse($r, 'PerlSetVar DispatchPrefix must name a package')
        if $prefix !~ /\A[A-Za-z_]\w*(?:::\w+)*\z/a;
    my ($where, $name) = place($r) or return Apache2::Const::NOT_FOUND;
    my $reload = lc($r->dir_config('DispatchReload') // 'off') eq 'on';
    my $entry  = table($prefix, $reload)->{packages}{$where}
        // return Apache2::Const::NOT_FOUND;
    load($entry, $reload);
    my $code = methods($entry->{package})->{$name}
        // return Apache2::Const::NOT_FOUND;
    return $code->($entry->{package}, $r);
}

sub refuse {
    my ($r, $why) = @_;
    $r->log_error("Mehari::Dispatch: $why");
    return Apache2::Const::SERVER_ERROR;
}

# "/shop/cart/add" below "/shop": in "cart", "add".
sub place {
    my $r        = shift;
    my $location = ($r->location // '') =~ s{/+\z}{}r;
    my $uri      = $r->uri;
    return if index $uri, "$location/";
    my ($where, $name)
        = substr($uri, length $location) =~ m{\A(.*)/([^/]*)\z}s
        or return;
    return ($where =~ s{\A/}{}r, length $name ? $name : 'index');
}

# --- what there is -----------------------------------------------------------

# packages: "cart" => { package, key of %INC, file }. It is made anew when the
# time of a folder has changed.
sub table {
    my ($prefix, $reload) = @_;
    my $table = $tables{$prefix};
    return $table if $table && (!$reload || !moved($table));
    $table = { times => {}, packages => {} };
    my $path = $prefix =~ s{::}{/}gr;
    for my $dir (grep { !ref } @INC) {
        add($table, '', $prefix, "$path.pm", "$dir/$path.pm");
        scan($table, '', $prefix, $path, "$dir/$path", 1);
    }
    # A loaded package stays in the table.
    my $before = $tables{$prefix} // { packages => {} };
    for my $where (keys %{ $table->{packages} }) {
        my $old = $before->{packages}{$where} // next;
        $table->{packages}{$where} = $old
            if $old->{file} eq $table->{packages}{$where}{file};
    }
    return $tables{$prefix} = $table;
}

sub moved {
    my $times = shift->{times};
    return grep { time_of($_) != $times->{$_} } keys %$times;
}

# Two files may be made within one second.
sub time_of { return (Time::HiRes::stat(shift))[9] // 0 }

sub scan {
    my ($table, $where, $package, $path, $dir, $depth) = @_;
    $table->{times}{$dir} = time_of($dir);
    return if $depth > $DEPTH;
    opendir my $handle, $dir or return;
    for my $name (sort readdir $handle) {
        my ($word, $is_file) = $name =~ /\A([A-Za-z_]\w*)(\.pm)?\z/a
            or next;
        my @below = (
            $table, $where . ($where eq '' ? '' : '/') . lc $word,
            "${package}::$word", "$path/$word"
        );
        if ($is_file) { add(@below[ 0 .. 2 ], "$below[3].pm", "$dir/$name") }
        elsif (-d "$dir/$name") {
            scan(@below, "$dir/$name", $depth + 1);
        }
    }
    return;
}

# As in perl, the first file in @INC counts.
sub add {
    my ($table, $where, $package, $key, $file) = @_;
    my $packages = $table->{packages};
    return if $packages->{$where} || keys %$packages >= $PACKAGES;
    return if !-f $file;
    $packages->{$where} = { package => $package, key => $key, file => $file };
    return;
}

# --- loading -----------------------------------------------------------------

sub look {
    my $file = shift;
    return join ' ', (Time::HiRes::stat($file))[ 1, 7, 9 ];
}

# A file that does not compile is tried again when somebody asks for it.
sub load {
    my ($entry, $reload) = @_;
    return if defined $entry->{look} && !$reload;
    my $now = look($entry->{file});
    return if ($entry->{look} // '') eq $now;
    if (defined $entry->{look}) {
        ModPerl::Util::unload_package($entry->{package});
        delete $INC{ $entry->{key} };
    }
    delete $INC{ $entry->{key} } if !defined $INC{ $entry->{key} };
    $entry->{look} = undef;
    fetch($entry->{key});
    $entry->{look} = $now;
    return;
}

# The code of a file without a package line would be in our package.
sub fetch {
    my $key = shift;

    package main;
    return require $key;
}

# name => code, inherited ones too.
sub methods {
    my $package = shift;
    my %methods;
    for my $class (reverse @{ mro::get_linear_isa($package) }) {
        no strict 'refs';
        for my $symbol (grep { index($_, $METHOD) == 0 } keys %{"${class}::"})
        {
            my $code = $class->can($symbol) // next;
            $methods{ substr $symbol, length $METHOD } = $code;
        }
    }
    return \%methods;
}

1;

__END__

=head1 NAME

Mehari::Dispatch - call a method for each URL

=head1 SYNOPSIS

    <Location "/shop">
        SetHandler modperl
        PerlResponseHandler Mehari::Dispatch
        PerlSetVar DispatchPrefix My::Shop
        PerlSetVar DispatchReload On
    </Location>

    package My::Shop::Cart;

    # /shop/cart/add
    sub dispatch_add ($class, $r) {
        $r->print("added\n");
        return Apache2::Const::OK;
    }

=head1 DESCRIPTION

This is a response handler for C<SetHandler modperl> and
C<SetHandler perl-script>. It turns the path below its location into a package
and a method:

    # /shop/            My::Shop->dispatch_index($r)
    # /shop/list        My::Shop->dispatch_list($r)
    # /shop/cart/       My::Shop::Cart->dispatch_index($r)
    # /shop/cart/add    My::Shop::Cart->dispatch_add($r)

A URL can reach the packages whose files are below the prefix in C<@INC>. In
the URL their names are in lower case. A URL can reach only methods whose
names begin with C<dispatch_>, also inherited ones. If there is no such
method, the client gets 404.

The handler looks the path up in a table of all these methods. No part of a
request becomes the name of a file or a sub.

=head1 VARIABLES

=over

=item DispatchPrefix

The package of the location. All packages below it can be reached, too. The
package itself need not exist.

=item DispatchReload

C<On>: before each request the handler reloads changed files and finds new
ones, in each process by itself. Use it for development only, because each
file costs a C<stat>. C<Off> (the default): the handler loads a package at its
first request. It finds new files only after a restart.

=back

=head1 FUNCTIONS

=head2 handler

    $status = Mehari::Dispatch::handler($r);

The function calls the method for the URL of the request.

B<Returns:> the return value of the method; C<Apache2::Const::NOT_FOUND> if
there is no method; C<Apache2::Const::SERVER_ERROR> if DispatchPrefix is not
the name of a package.

B<Errors:> if the method dies or its package cannot be loaded, the error is
logged, and the client gets 500.

B<Phase:> response handlers.

B<Example:> a method with a parameter in the query string.

    package My::Shop;

    sub dispatch_list ($class, $r) {
        my ($page) = ($r->args // '') =~ /\bpage=(\d+)/;
        $r->content_type('text/plain');
        $r->print('page ', $page // 1, "\n");
        return Apache2::Const::OK;
    }

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::Request>, L<Mehari::PSGI>

=cut
