package Mehari::Serve::HandlerGate;

# Answers for the handlers' URL spaces: /modperl/My::Page is the handler
# My::Page. The gate loads the handler at its first request, and again when its
# file has changed. So a change needs no restart, and a file that does not
# compile gives an error page, instead of a server that does not start.
#
# The gate is a response handler. A handler of an earlier phase that only names
# the other handler would not do: under event, httpd itself has no Perl, and a
# worker sees no phase before the response.

use Mehari::Perl;
use attributes ();

use Apache2::Const -compile => qw(OK NOT_FOUND);
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();

use Mehari::Serve::Context;

# Called with the request, before its handler: for --debug.
our $BEFORE;

my %loaded;    # package => what its file looked like when it was loaded

# The gate leaves no frame of its own, so that the server seems to call the
# handler.
sub handler {
    my ($r) = @_;
    my ($package, $rest) = $r->uri =~ m{\A/\w+/+([\w:]+)(/.*)?\z}s
        or return Apache2::Const::NOT_FOUND;
    my $site = Mehari::Serve::Context->of_request($r)->site;
    return Apache2::Const::NOT_FOUND
        if defined $site->handler && $site->handler ne $package;
    my $file = $site->handler_file($package)
        // return Apache2::Const::NOT_FOUND;

    load($package, $file);
    my $code = $package->can('handler') // return Apache2::Const::NOT_FOUND;
    $r->path_info($rest // '');
    $BEFORE->($r) if $BEFORE;
    unshift @_, $package if grep { $_ eq 'method' } attributes::get($code);
    goto &$code;
}

sub load ($package, $file) {
    my $now  = join ' ', (stat $file)[ 1, 7, 9 ];
    my $then = delete $loaded{$package};
    my $name = $package =~ s{::}{/}gr . '.pm';

    # A file that did not compile has an entry, too: an undefined one.
    delete $INC{$name}
        if !defined $INC{$name} || (defined $then && $then ne $now);

    # Hides warnings: the second time, every sub exists already.
    my $warn = $SIG{__WARN__};
    local $SIG{__WARN__} = sub ($text) {
        return if $text =~ /\A(?:Subroutine|Constant) .* redefined/;
        ref $warn ? $warn->($text) : print STDERR $text;
    };
    eval { require $name } or die without_us($@);
    $loaded{$package} = $now;
    return;
}

# Cuts off the place in this file, because the handler's author did not write
# it.
sub without_us ($error) {
    my $here = quotemeta __FILE__;
    return $error if ref $error;
    return $error
        =~ s/^(?:Compilation failed|BEGIN failed)\b.* $here .*\n//mr;
}

1;

__END__

=head1 NAME

Mehari::Serve::HandlerGate - finds, loads, reloads and calls handlers

=head1 SYNOPSIS

    <Location "/modperl/">
        SetHandler modperl
        PerlResponseHandler Mehari::Serve::HandlerGate
    </Location>

=cut
