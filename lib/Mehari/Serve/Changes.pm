package Mehari::Serve::Changes;

# Changes of the served code: the index and error pages ask for them again and
# again, and then reload themselves. mehari never alters the answers of scripts.

use Mehari::Perl;

use Digest::MD5 qw(md5_hex);
use Time::HiRes ();

use Mehari::Serve::Address;
use Mehari::Serve::Context;

our $URL = '/mehari/changes';

# A file that a script writes while it runs must not make the page run it again.
my $CODE    = qr/\.(?:pl|cgi|pm|psgi|conf)\z/;
my %SKIPPED = map { $_ => 1 } qw(CVS node_modules);

# The body of a CGI script.
sub answer ($class) {
    binmode STDOUT;
    if (!Mehari::Serve::Address->is_own(\%ENV)) {
        print "Status: 404\nContent-Type: text/plain\n\nNot found\n";
        return;
    }
    print "Content-Type: text/plain\nCache-Control: no-store\n\n",
        $class->token(Mehari::Serve::Context->of_environment), "\n";
    return;
}

# A text that changes when code does.
sub token ($class, $context) {
    my $site  = $context->site;
    my $state = '';
    $site->walk(
        $site->dir,
        \%SKIPPED,
        sub ($name) {
            my $file = $site->dir . "/$name";
            return
                if $name !~ $CODE && !($name !~ m{\.[^/]*\z} && -x $file);
            my @is = Time::HiRes::stat($file) or return;
            $state .= join ' ', $name, @is[ 1, 2, 7, 9 ], "\n";
        }
    );
    return md5_hex($state);
}

# For the page: nonce => a value of its policy, script => the script that asks.
# Nothing for another machine's browser.
sub watching ($class, $context) {
    return () if !Mehari::Serve::Address->is_own(\%ENV);
    my $nonce = nonce();
    my $token = $class->token($context);
    return (nonce => $nonce, script => <<~"HTML");
    <script nonce="$nonce">
    (() => {
        const look = async () => {
            if (document.hidden) return;
            try {
                const answer = await fetch("$URL", {cache: "no-store"});
                const token = answer.ok ? await answer.text() : "$token";
                if (token.trim() !== "$token") location.reload();
            } catch {}
        };
        setInterval(look, 1500);
        document.addEventListener("visibilitychange", look);
    })();
    </script>
    HTML
}

sub nonce () {
    open my $in, '<:raw', '/dev/urandom' or die "/dev/urandom: $!\n";
    read $in, my $bytes, 16;
    return unpack 'H*', $bytes;
}

# Allows only what the page itself contains, and its own request.
sub policy ($class, %watching) {
    my $script
        = defined $watching{nonce}
        ? " script-src 'nonce-$watching{nonce}'; connect-src 'self';"
        : '';
    return
          "Content-Security-Policy: default-src 'none'; style-src"
        . " 'unsafe-inline'; img-src data:; base-uri 'none';$script"
        . " form-action 'none'; frame-ancestors 'none'";
}

1;

__END__

=head1 NAME

Mehari::Serve::Changes - whether the code that is served has changed

=head1 SYNOPSIS

    my %watching = Mehari::Serve::Changes->watching($context);
    print Mehari::Serve::Changes->policy(%watching), "\n";

=cut
