package Mehari::Compat::Util;

# Apache::Util of mod_perl 1: see Apache2::compat.

use Mehari::Perl;

use Exporter     ();
use Scalar::Util qw(readonly);

our %ESCAPE = ('&' => '&amp;', '<' => '&lt;', '>' => '&gt;', '"' => '&quot;');

@Apache::Util::ISA       = ('Exporter');
@Apache::Util::EXPORT_OK = qw(escape_html escape_uri escape_path unescape_uri
    unescape_uri_info size_string ht_time parsedate validate_password);
%Apache::Util::EXPORT_TAGS = (all => \@Apache::Util::EXPORT_OK);

my %same = (
    unescape_uri_info => \&Mehari::Compat::Request::decode,
    parsedate         => \&APR::Date::parse_http,
    validate_password => \&APR::Util::password_validate,
);
for my $name (keys %same) {
    no strict 'refs';
    *{"Apache::Util::$name"} = $same{$name};
}

# Kept here, because Apache2::compat may replace it by our own.
my $ht_time = \&Apache2::Util::ht_time;

sub pool {
    my $r = eval { Apache2::RequestUtil->request };
    return $r ? $r->pool : APR::Pool->new;
}

# Changes the caller's variable as well, unless it is read-only.
sub Apache::Util::unescape_uri {
    return Apache2::URI::unescape_url($_[0]) if !readonly($_[0]);
    my $uri = shift;
    return Apache2::URI::unescape_url($uri);
}

sub Apache::Util::escape_html {
    my $text = shift;
    return $text =~ s/([&<>"])/$ESCAPE{$1}/gr;
}

sub Apache::Util::escape_uri {
    my $uri = shift;
    return Apache2::Util::escape_path($uri, pool());
}

sub Apache::Util::escape_path {
    my ($path, $pool, $partial) = @_;
    return Apache2::Util::escape_path($path, $pool // pool(), $partial // 1);
}

sub Apache::Util::ht_time {
    my ($time, $format, $gmt) = @_;
    return $ht_time->(
        pool(),
        $time   // time,
        $format // '%a, %d %b %Y %H:%M:%S %Z',
        $gmt    // 1
    );
}

# A size in five characters, as httpd 1.3 listed directories.
sub Apache::Util::size_string {
    my $size = shift;
    return '    -'                              if $size < 0;
    return '   0k'                              if $size == 0;
    return '   1k'                              if $size < 1024;
    return sprintf '%4dk', ($size + 512) / 1024 if $size < 1024**2;
    return sprintf '%4.1fM', $size / 1024**2 if $size < 99 * 1024**2;
    return sprintf '%4dM', ($size + 512 * 1024) / 1024**2;
}

1;
