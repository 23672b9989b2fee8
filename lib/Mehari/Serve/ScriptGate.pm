package Mehari::Serve::ScriptGate;

# Stands before the scripts' URL spaces. A served directory holds more than
# scripts: assets are sent as they are, and nothing else is shown or run.

use v5.36;

use Apache2::Const -compile => qw(OK DECLINED NOT_FOUND);
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();

use Mehari::Serve::Context;

my $ASSET = qr/\.(?:css|js|png|jpe?g|gif|svg|ico|webp|woff2?)\z/i;

sub handler ($r) {
    my $site = Mehari::Serve::Context->of_request($r)->site;
    my $file = $r->filename;
    return Apache2::Const::DECLINED if $site->has_script($file);
    return Apache2::Const::NOT_FOUND
        if defined $site->script || !is_asset($file);
    $r->handler('default-handler');
    return Apache2::Const::OK;
}

sub is_asset ($file) {
    return $file =~ $ASSET && $file !~ m{/\.} && -f $file;
}

1;

__END__

=head1 NAME

Mehari::Serve::ScriptGate - runs scripts, sends assets, hides the rest

=head1 SYNOPSIS

  <Location "/registry/">
      PerlFixupHandler Mehari::Serve::ScriptGate
  </Location>

=cut
