package Apache2::RequestRec;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::RequestRec - a request, field by field

=head1 SYNOPSIS

  use Apache2::RequestRec ();
  use Apache2::Const -compile => qw(OK);

  sub handler {
      my $r = shift;
      $r->content_type('text/plain');
      $r->headers_out->set( 'X-Method' => $r->method );
      ...
      return Apache2::Const::OK;
  }

=head1 DESCRIPTION

One object for each request: what a handler gets as its argument. It can be
used until the request has been logged and its cleanup handlers have run. A
copy that is kept longer dies in each method: "called after the request ended;
do not keep $r in a global".

A method with an argument sets the field and gives what it was before. Strings
are copied to the request's pool. Where "string or undef" is said, undef can be
set as well. Wrong types and counts die with a sentence that names the method
and the argument.

More methods come with L<Apache2::RequestIO> (reading and printing),
L<Apache2::RequestUtil>, L<Apache2::Response>, L<Apache2::Access>,
L<Apache2::SubRequest> and L<Apache2::Log>. All are there whichever of these
modules has been loaded.

=head2 Subclasses

A class that inherits from Apache2::RequestRec can be a hash that has the
request under the key C<r> or C<_r>:

  package My::Request;
  our @ISA = 'Apache2::RequestRec';
  sub new { my ( $class, $r ) = @_; return bless { r => $r }, $class }

Such an object is accepted wherever a request is. Where PerlOptions
+GlobalRequest holds, the class itself is: C<< My::Request->uri >>.

=head1 METHODS

=head2 allowed

  my $mask   = $r->allowed;    # integer
  my $before = $r->allowed( 1 << Apache2::Const::M_GET );

The methods that are allowed, for the Allow header of a 405. See
L<Apache2::Access/allow_methods>.

=head2 allowed_methods, allowed_xmethods

  my $list  = $r->allowed_methods;     # Apache2::MethodList
  my $array = $r->allowed_xmethods;    # APR::ArrayHeader or undef

The same with extension methods, for C code.

=head2 ap_auth_type

  my $type   = $r->ap_auth_type;    # string or undef
  my $before = $r->ap_auth_type('Basic');

How the user was authenticated. What AuthType says is
L<Apache2::Access/auth_type>.

=head2 args

  my $query  = $r->args;    # string or undef
  my $before = $r->args('a=1;b=2');

The query string as it was sent, without the question mark.

=head2 assbackwards

  my $flag   = $r->assbackwards;    # integer
  my $before = $r->assbackwards(1);

True: httpd sends neither status line nor headers (HTTP/0.9; nph- scripts).

=head2 bytes_sent

  my $bytes = $r->bytes_sent;    # integer

How much of the body has been sent. Right in PerlLogHandler, too early before.

=head2 connection

  my $c = $r->connection;    # Apache2::Connection

=head2 content_encoding

  my $encoding = $r->content_encoding;    # string or undef
  my $before   = $r->content_encoding('gzip');

=head2 content_languages

  my $languages = $r->content_languages;    # array reference or undef
  my $before    = $r->content_languages( [ 'en', 'sw' ] );

=head2 content_type

  my $type   = $r->content_type;    # string or undef
  my $before = $r->content_type('text/html; charset=utf-8');

The type of the response. Setting it also says that the output holds no
headers, when PerlOptions +ParseHeaders would look for them.

=head2 err_headers_out

  my $table  = $r->err_headers_out;    # APR::Table
  my $before = $r->err_headers_out($table);

Response headers that are sent with errors and survive internal redirects: the
place for Set-Cookie together with a redirect.

=head2 filename

  my $file   = $r->filename;    # string or undef
  my $before = $r->filename($file);

The file that the URI means, from the map-to-storage phase on. Setting it does
not change L</finfo>.

=head2 finfo

  my $finfo = $r->finfo;    # APR::Finfo
  $r->finfo($finfo);

What stat() said of the file. Setting copies the structure into the request.

=head2 handler

  my $name   = $r->handler;    # string or undef
  my $before = $r->handler('perl-script');

Who makes the response. Changing between modperl and perl-script while the
response is made dies; do it before.

=head2 header_only

  my $head = $r->header_only;    # 1 or 0

Whether only headers are wanted: a HEAD request.

=head2 headers_in, headers_out

  my $agent  = $r->headers_in->{'User-Agent'};
  $r->headers_out->set( Location => $url );
  my $before = $r->headers_out($table);    # APR::Table

The headers of the request and of the response. headers_out is sent with
successes only, see L</err_headers_out>.

=head2 hostname

  my $host   = $r->hostname;    # string or undef
  my $before = $r->hostname($host);

The host that the client asked for.

=head2 input_filters, output_filters, proto_input_filters, proto_output_filters

  my $filter = $r->output_filters;    # Apache2::Filter
  my $before = $r->output_filters($filter);

The first filter of the request, and the first of its protocol filters.

=head2 main, next, prev

  my $outer = $r->main;    # Apache2::RequestRec or undef
  my $later = $r->next;
  my $first = $r->prev;

main: the request that this is a subrequest of. next and prev: the one that an
internal redirect made of this, and the one this was made of. An ErrorDocument
finds what went wrong in C<< $r->prev >>.

=head2 method, method_number

  my $name   = $r->method;           # string
  my $number = $r->method_number;    # a :methods constant
  my $before = $r->method('GET');
  $r->method_number(Apache2::Const::M_GET);

Setting one does not set the other.

=head2 mtime

  my $seconds = $r->mtime;
  my $before  = $r->mtime(time);

When the resource was last changed. See L<Apache2::Response/update_mtime>.

=head2 no_local_copy

  my $flag   = $r->no_local_copy;    # integer
  my $before = $r->no_local_copy(1);

True: the response is sent even when the client has a good copy; no 304.

=head2 notes

  my $table = $r->notes;    # APR::Table
  $r->notes->set( key => 'text' );
  my $before = $r->notes($table);

Strings that modules leave for one another; CustomLog shows them as C<%{key}n>.
C<error-notes> is what a handler died of. Perl values:
L<Apache2::RequestUtil/pnotes>.

=head2 path_info

  my $path   = $r->path_info;    # string or undef
  my $before = $r->path_info('/more');

What follows the file (or, under a virtual handler, the location) in the URI.

=head2 per_dir_config, request_config

  my $config = $r->per_dir_config;    # Apache2::ConfVector

The configuration that holds here, and what modules keep with the request, for
C code and L<Apache2::Module>.

=head2 pool

  my $pool = $r->pool;    # APR::Pool

Ends with the request.

=head2 protocol, proto_num

  my $name   = $r->protocol;     # "HTTP/1.1"
  my $number = $r->proto_num;    # 1001

=head2 proxyreq

  my $kind   = $r->proxyreq;    # a :proxy constant
  my $before = $r->proxyreq(Apache2::Const::PROXYREQ_REVERSE);

What kind of proxy request this is. Asked in a PerlTransHandler, it finds out
whether the client uses us as a forward proxy, and if so hands the request to
mod_proxy.

=head2 request_time

  my $seconds = $r->request_time;

When the request came.

=head2 server

  my $s = $r->server;    # Apache2::ServerRec

=head2 status, status_line

  my $status = $r->status;         # integer
  my $line   = $r->status_line;    # string or undef
  my $before = $r->status(201);
  $r->status_line('404 Gone Fishing');

The status of the response, and its text when it is not the usual one. A
handler that fails returns the status; it sets it when it sends a body of its
own.

=head2 subprocess_env

  $r->subprocess_env;    # void context: fill %ENV
  my $table = $r->subprocess_env;    # APR::Table
  my $value = $r->subprocess_env($key);
  $r->subprocess_env( $key => $value );

The environment of child processes, with CGI's variables. In void context and
without arguments, fills %ENV as PerlOptions +SetupEnv does.

=head2 the_request

  my $line   = $r->the_request;    # "GET /x HTTP/1.1"
  my $before = $r->the_request($line);

=head2 unparsed_uri

  my $uri = $r->unparsed_uri;    # string

As it was sent: escaped, with the query string.

=head2 uri

  my $path   = $r->uri;    # string
  my $before = $r->uri('/other');

The path, unescaped, without the query string. Setting it matters up to
PerlTransHandler.

=head2 used_path_info

  my $rule   = $r->used_path_info;    # integer
  my $before = $r->used_path_info($rule);

Whether a path after the file is accepted: 0 yes, 1 no, 2 as the handler likes
(AcceptPathInfo).

=head2 user

  my $name   = $r->user;    # string or undef
  my $before = $r->user($name);

Who was authenticated; before that, see L<Apache2::Access/get_basic_auth_pw>.

=head2 useragent_addr, useragent_ip

  my $address = $r->useragent_addr;    # APR::SockAddr
  my $ip      = $r->useragent_ip;      # string
  my $before  = $r->useragent_ip($ip);

The client's address, where mod_remoteip has found it behind a proxy.

=head1 SEE ALSO

L<Apache2::RequestIO>, L<Apache2::RequestUtil>, L<Apache2::Response>,
L<Apache2::Connection>, L<Apache2::ServerRec>, L<APR::Table>

=cut
