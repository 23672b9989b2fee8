package Mehari::Compat::Apache;

# The packages Apache, Apache::Server, Apache::Table and Apache::SIG of
# mod_perl 1: see Apache2::compat.

use Mehari::Perl;

use Apache2::Const -compile => qw(OK);
use Apache2::ServerUtil ();
use Symbol              ();

my $starting = Apache2::ServerUtil::restart_count() == 1 ? 1 : 0;
$Apache::Server::Starting   = $starting;
$Apache::Server::ReStarting = 1 - $starting;
$Apache::Server::CWD        = Apache2::ServerUtil::server_root();

@Apache::ISA = ('Apache2::RequestRec');

sub server { return Apache2::ServerUtil->server }

# Programs call these as functions and as class methods.
sub words {
    my @words = @_;
    shift @words
        if @words && ($words[0] // '') =~ /\AApache(?:::Server)?\z/;
    return @words;
}

sub Apache::request {
    my ($class, @new) = @_;
    return Apache2::RequestUtil->request(@new);
}

sub Apache::server { return server() }

sub Apache::args {
    my $r    = shift;
    my $args = $r->args;
    return wantarray ? $r->parse_args($args) : $args;
}

sub Apache::unescape_url_info {
    my ($class, $text) = @_;
    return Mehari::Compat::Request::decode($text);
}

sub Apache::server_root_relative {
    my ($about, $file) = @_;
    my $pool = ref $about ? $about->pool : server()->process->pool;
    return Apache2::ServerUtil::server_root_relative($pool, $file // '');
}

sub Apache::define {
    my ($class, $name) = @_;
    return Apache2::ServerUtil::exists_config_define($name);
}

sub Apache::module {
    my ($class, $name) = @_;
    $name =~ s/\.pm\z/.c/;
    return Apache2::Module::loaded($name) ? 1 : 0;
}

sub Apache::httpd_conf {
    my ($class, @lines) = @_;
    my @conf  = map { split /\n/, $_ } @lines;
    my $r     = eval { Apache2::RequestUtil->request };
    my $error = ($r // server())->add_config(\@conf);
    die $error if defined $error && length $error;
    return 1;
}

sub Apache::log_error { return server()->log_error(words(@_)) }
sub Apache::warn      { return server()->warn(words(@_)) }

sub Apache::Server::warn      { return server()->warn(words(@_)) }
sub Apache::Server::log_error { return server()->log_error(words(@_)) }

sub Apache::push_handlers { shift; return server()->push_handlers(@_) }
sub Apache::set_handlers  { shift; return server()->set_handlers(@_) }
sub Apache::get_handlers  { shift; return server()->get_handlers(@_) }

sub Apache::can_stack_handlers { return 1 }
sub Apache::gensym             { return Symbol::gensym() }
sub Apache::import             { return }

sub Apache::untaint {
    my ($class, @scalars) = @_;
    return ModPerl::Util::untaint(@_[ 1 .. $#_ ]);
}

sub Apache::exit { return ModPerl::Util::exit() }

sub Apache::Table::new {
    my ($class, $r, $size) = @_;
    return APR::Table::make($r->pool, $size // 10);
}

# Does nothing: httpd handles SIGPIPE itself now.
sub Apache::SIG::handler { return Apache2::Const::OK }

1;
