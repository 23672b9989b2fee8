package Apache2::compat;

# mod_perl 1's names on this server's methods, for code that was written for
# mod_perl 1.

use Mehari::Perl;

use Apache2::Access     ();
use Apache2::Connection ();
use Apache2::Const -compile => qw(OK :methods :remotehost MODE_READBYTES);
use Apache2::Filter      ();
use Apache2::Log         ();
use Apache2::Module      ();
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::Response    ();
use Apache2::ServerRec   ();
use Apache2::ServerUtil  ();
use Apache2::SubRequest  ();
use Apache2::URI         ();
use Apache2::Util        ();
use APR::Brigade         ();
use APR::Bucket          ();
use APR::Const -compile => qw(SUCCESS BLOCK_READ FINFO_PROT);
use APR::Date     ();
use APR::Finfo    ();
use APR::Pool     ();
use APR::Table    ();
use APR::URI      ();
use APR::Util     ();
use ModPerl::Util ();

use Mehari::Compat::Apache    ();
use Mehari::Compat::Constants ();
use Mehari::Compat::File      ();
use Mehari::Compat::Request   ();
use Mehari::Compat::Util      ();
use Mehari::Compat::Override  ();

our $VERSION = '2.000013';

# `use Apache::Constants` finds them.
$INC{"Apache/$_.pm"} = __FILE__
    for qw(Constants File Log SIG Server Table URI Util);
$INC{'Apache.pm'} = __FILE__;

sub override_mp2_api { return Mehari::Compat::Override::put(@_) }
sub restore_mp2_api  { return Mehari::Compat::Override::restore(@_) }

# Nothing to do: END blocks of scripts run after each request anyway.
sub run_rgy_endav { return Apache2::Const::OK }

1;

__END__

=head1 NAME

Apache2::compat - the API of mod_perl 1

=head1 SYNOPSIS

    PerlModule Apache2::compat
    PerlOptions +GlobalRequest

    use Apache2::compat ();
    use Apache::Constants qw(:common);
    $r->send_http_header('text/plain');
    my %form = $r->content;

=head1 DESCRIPTION

This module is for code that was written for mod_perl 1. The module defines
methods and functions of mod_perl 1 that are missing in mod_perl 2. Some
methods exist in both with different meanings. These methods keep the new
meaning, until C<override_mp2_api> gives them the old one.

Some functions work on the current request and do not get it as an argument,
for example C<< Apache->request >>, C<< $c->user >> and
C<Apache::Util::escape_uri>. In handlers of C<SetHandler modperl> these
functions need C<PerlOptions +GlobalRequest>.

=head1 METHODS OF Apache2::RequestRec

=head2 header_in, header_out, err_header_out

    $value = $r->header_in($name);
    @all   = $r->header_in($name);
    $r->header_out($name => $value);

The methods read a header, or set it to $value. A value of undef removes it.
Use L<Apache2::RequestRec/headers_in> and the like in new code.

B<Returns:> the first value, a string, or undef; in list context all values.

B<Errors:> none of their own.

B<Example:>

    my $agent = $r->header_in('User-Agent');
    $r->header_out('Cache-Control' => 'no-store');

=head2 send_http_header

    $r->send_http_header;
    $r->send_http_header($type);

The method sets the content type. Without $type the present one stays, or it
becomes C<text/html>. After this call, mehari looks for no headers in the
output, also under C<PerlOptions +ParseHeaders>. httpd sends the headers with
the first output.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:>

    $r->send_http_header('text/plain');
    $r->print("hello\n");

=head2 content

    %form = $r->content;
    $body = $r->content;

The method reads the body of a form of the type
application/x-www-form-urlencoded.

B<Returns:> in list context decoded names and values; in scalar context the
body. It returns nothing for a body of another type. A second call finds an
empty body.

B<Errors:> it throws an L<APR::Error> if the body cannot be read.

B<Phase:> response handlers.

B<Example:>

    my %form = $r->content;
    $r->print("hello, $form{name}\n") if exists $form{name};

=head2 parse_args

    %form = $r->parse_args($string);

The method decodes a query string.

B<Returns:> in list context decoded names and values; in scalar context
$string.

B<Errors:> none of its own.

B<Example:>

    my %form = $r->parse_args('a=1&b=2');

=head2 get_remote_host

    $host = $r->get_remote_host;
    $host = $r->get_remote_host($type);

The method calls L<Apache2::Connection/get_remote_host> with the configuration
of this request.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Example:>

    my $host = $r->get_remote_host;

=head2 register_cleanup, post_connection

    $r->register_cleanup($code);

The methods register a sub for the end of the request. The sub gets $r.

B<Returns:> nothing.

B<Errors:> none of their own.

B<Example:> remove a temporary file after the response.

    my $temporary = "/tmp/report.$$";
    $r->register_cleanup(sub ($r) { unlink $temporary });

=head2 send_fd, send_fd_length

    $bytes = $r->send_fd($handle);
    $bytes = $r->send_fd_length($handle, $length);

The methods send the rest of an open file, or the next $length bytes of it.

B<Returns:> the number of bytes sent.

B<Errors:> they throw an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers.

B<Example:>

    open my $in, '<', $file or return Apache2::Const::NOT_FOUND;
    $r->send_fd($in);

=head2 server_root_relative

    $path = $r->server_root_relative($file);

The method calls L<Apache2::ServerUtil/server_root_relative> with the pool of
the request.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $path = $r->server_root_relative('conf/app.conf');

=head2 chdir_file

    $r->chdir_file;
    $r->chdir_file($file);

The method changes to the directory of a file, by default of
C<< $r->filename >>.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->chdir_file($file);

=head2 is_main, current_callback, seqno, cgi_env, cgi_var, table_get_set

    $bool = $r->is_main;

C<is_main> is true unless the request is a subrequest. C<current_callback> is
the same as L<ModPerl::Util/current_callback>. C<seqno> returns the request's
number among those of this process that have called it. C<cgi_env> and
C<cgi_var> are the same as L<Apache2::RequestRec/subprocess_env>.
C<table_get_set($table, $key, $value)> reads or sets an entry of an
L<APR::Table>.

B<Returns:> the value that each of them gives.

B<Errors:> none of their own.

B<Example:>

    return Apache2::Const::DECLINED if !$r->is_main;
    my $host = $r->cgi_var('SERVER_NAME');

=head2 soft_timeout, hard_timeout, kill_timeout, reset_timeout

    $r->soft_timeout($message);

The methods do nothing. The directive C<Timeout> limits the time to wait for
the client.

B<Returns:> nothing.

B<Errors:> none of their own.

B<Example:>

    $r->soft_timeout('read');
    $r->kill_timeout;

=head2 cleanup_for_exec, clear_rgy_endav, stash_rgy_endav

    $r->cleanup_for_exec;

The methods do nothing, because they are not needed any more.

B<Returns:> nothing.

B<Errors:> none of their own.

B<Example:>

    $r->cleanup_for_exec;

=head1 Apache2::Connection

The methods C<user> and C<auth_type> read or set C<< $r->user >> and
C<< $r->ap_auth_type >> of the current request. C<remote_ip> and
C<remote_addr> are the same as C<client_ip> and C<client_addr>.

=head1 OTHER PACKAGES

=head2 Apache

This class has the class methods C<request>, C<server>, C<args> (decoded in
list context), C<define>, C<module>, C<exit>, C<gensym>, C<httpd_conf>,
C<log_error>, C<warn>, C<server_root_relative>, C<unescape_url_info>,
C<untaint>, C<push_handlers>, C<set_handlers>, C<get_handlers> and
C<can_stack_handlers>.

=head2 Apache::Constants

C<use Apache::Constants> imports constants by mod_perl 1's names and groups.
The module also has C<SERVER_VERSION>.

=head2 Apache::File

The class has file handles with the methods C<new>, C<open> and C<close>.
C<< ($name, $fh) = Apache::File->tmpfile >> creates a temporary file. mehari
removes it at the end of the request, or of the program.

=head2 Apache::Table, Apache::URI, Apache::Log, Apache::Server, Apache::SIG

These packages have C<< Apache::Table->new($r, $size) >>,
C<< Apache::URI->parse($r, $uri) >> (also with the methods of Apache2::URI),
C<< Apache::Server->warn >>, C<$Apache::Server::CWD>,
C<$Apache::Server::Starting> and C<$Apache::Server::ReStarting>.

=head2 Apache::Util

The package has the functions C<escape_html>, C<escape_uri>, C<escape_path>,
C<unescape_uri>, C<unescape_uri_info>, C<size_string>, C<ht_time>,
C<parsedate> and C<validate_password>.

=head1 FUNCTIONS

=head2 override_mp2_api, restore_mp2_api

    Apache2::compat::override_mp2_api(@names);
    Apache2::compat::restore_mp2_api(@names);

C<override_mp2_api> gives methods the meaning that they had in mod_perl 1, in
the whole process. C<restore_mp2_api> gives them back their new meaning. These
methods have an old meaning:

=over

=item Apache2::RequestRec::filename

Setting the file name also updates C<finfo>.

=item Apache2::RequestRec::notes

C<notes($key)> and C<notes($key =E<gt> $value)> read and write a note.

=item Apache2::RequestRec::finfo

Calls C<stat> for the file, and returns the handle C<_> for C<-s> and other
file tests.

=item Apache2::Connection::local_addr, Apache2::Connection::remote_addr

Return packed addresses, which L<Socket> unpacks.

=item Apache2::Module::top_module, Apache2::Module::get_config

Are class methods instead of functions.

=item APR::URI::unparse

Adds C<http> if the URI has a host and no scheme.

=item Apache2::Util::ht_time

Has no pool as its first argument.

=back

B<Returns:> nothing.

B<Errors:> they throw for another name, for a method that already has its old
meaning, and if there is nothing to restore.

B<Example:> C<notes> takes a key again.

    Apache2::compat::override_mp2_api('Apache2::RequestRec::notes');
    my $value = $r->notes('key');
    Apache2::compat::restore_mp2_api('Apache2::RequestRec::notes');

=head2 run_rgy_endav

    Apache2::compat::run_rgy_endav();

The function does nothing, because mehari runs END blocks itself.

B<Returns:> C<Apache2::Const::OK>.

B<Errors:> none of its own.

B<Example:>

    Apache2::compat::run_rgy_endav();

=head1 SEE ALSO

L<Apache2::porting>, F<docs/from-mod_perl.md>

=cut
