package Mehari::Compat::Request;

# mod_perl 1's methods of requests and connections: see Apache2::compat.

use Mehari::Perl;

use Apache2::Const -compile => qw(:remotehost);

my %BLOCK  = (size => 8192);
my $number = 0;

sub define {
    my ($package, %sub) = @_;
    no strict 'refs';
    *{"${package}::$_"} = $sub{$_} for keys %sub;
    return;
}

# --- headers -----------------------------------------------------------------

sub table_get_set {
    my ($table, $key, @value) = @_;
    if (@value) {
        return defined $value[0]
            ? $table->set($key => $value[0])
            : $table->unset($key);
    }
    return wantarray ? ($table->get($key)) : scalar $table->get($key);
}

sub send_http_header {
    my ($r, $type) = @_;
    $type //= $r->content_type;
  # If a program sets it, even to the present value, it will print no headers.
    $r->content_type($type // 'text/html');
    return;
}

# --- forms -------------------------------------------------------------------

sub decode {
    my $text = shift // return '';
    $text =~ tr/+/ /;
    $text =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge;
    return $text;
}

sub parse_args {
    my ($r, $string) = @_;
    return $string if !wantarray;
    return         if !defined $string;
    return map { decode($_) } split /[=&;]/, $string, -1;
}

sub content {
    my $r = shift;
    return if !$r->headers_in->get('Content-Type');
    return
        if $r->headers_in->get('Content-Type')
        !~ m{\Aapplication/x-www-form-urlencoded\b}i;
    my $body = '';
    while ($r->read(my $part, $BLOCK{size})) {
        $body .= $part;
    }
    return wantarray ? parse_args($r, $body) : $body;
}

# A line, as <STDIN> of a tied handle asks for it.
sub READLINE {
    my $r    = shift;
    my $line = '';
    while ($line !~ /\n\z/ && $r->read(my $byte, 1)) {
        $line .= $byte;
    }
    return length $line ? $line : undef;
}

# --- files -------------------------------------------------------------------

sub send_fd_length {
    my ($r, $handle, $length) = @_;
    my $sent = 0;
    while (!defined $length || $sent < $length) {
        my $wanted = $BLOCK{size};
        $wanted = $length - $sent
            if defined $length && $length - $sent < $wanted;
        my $got = read $handle, my $part, $wanted or last;
        $r->print($part);
        $sent += $got;
    }
    return $sent;
}

sub send_fd {
    my ($r, $handle) = @_;
    return send_fd_length($r, $handle);
}

sub chdir_file {
    my ($r, $file) = @_;
    $file //= $r->filename;
    my ($directory) = $file =~ m{\A(.*)/}s;
    return defined $directory ? chdir($directory || '/') : 1;
}

# --- the rest ----------------------------------------------------------------

sub register_cleanup {
    my ($r, $code) = @_;
    $r = Apache2::RequestUtil->request if !ref $r;
    $r->pool->cleanup_register($code, $r);
    return;
}

sub get_remote_host {
    my ($r, $type) = @_;
    $type //= Apache2::Const::REMOTE_NAME;
    return $r->connection->get_remote_host($type, $r->per_dir_config);
}

sub server_root_relative {
    my ($r, $file) = @_;
    return Apache2::ServerUtil::server_root_relative($r->pool, $file // '');
}

sub seqno {
    my $r = shift;
    $r->pnotes(compat_seqno => ++$number) if !$r->pnotes('compat_seqno');
    return $r->pnotes('compat_seqno');
}

sub nothing { return }

define(
    'Apache2::RequestRec',
    READLINE             => \&READLINE,
    chdir_file           => \&chdir_file,
    content              => \&content,
    get_remote_host      => \&get_remote_host,
    parse_args           => \&parse_args,
    post_connection      => \&register_cleanup,
    register_cleanup     => \&register_cleanup,
    send_fd              => \&send_fd,
    send_fd_length       => \&send_fd_length,
    send_http_header     => \&send_http_header,
    seqno                => \&seqno,
    server_root_relative => \&server_root_relative,
    cgi_env              => \&Apache2::RequestRec::subprocess_env,
    cgi_var              => \&Apache2::RequestRec::subprocess_env,
    current_callback     => sub { return ModPerl::Util::current_callback() },
    is_main              => sub { return !$_[0]->main },
    header_in      => sub { return table_get_set(shift->headers_in,  @_) },
    header_out     => sub { return table_get_set(shift->headers_out, @_) },
    err_header_out =>
        sub { return table_get_set(shift->err_headers_out, @_) },
    table_get_set => sub { shift; return table_get_set(@_) },
    (
        map { $_ => \&nothing }
            qw(soft_timeout hard_timeout kill_timeout
            reset_timeout cleanup_for_exec clear_rgy_endav stash_rgy_endav)
    ),
);

define(
    'Apache2::Connection',
    remote_ip   => \&Apache2::Connection::client_ip,
    remote_addr => \&Apache2::Connection::client_addr,
    user        => sub { shift; return request()->user(@_) },
    auth_type   => sub { shift; return request()->ap_auth_type(@_) },
);

sub request { return Apache2::RequestUtil->request }

# A URI, by default the request's.
sub parse_uri {
    my ($class, $r, $uri) = @_;
    return APR::URI->parse($r->pool, $uri // $r->construct_url);
}

define('Apache2::URI', parse => \&parse_uri);
define('Apache::URI',  parse => \&parse_uri);

1;
