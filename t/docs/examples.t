# The examples in the POD of our modules run: each in a request of its own,
# with the objects that it takes for granted. An example may only die where it
# says so, or where this request lacks what it needs.

use Mehari::Test;
use JSON::PP          ();
use Mehari::Test::Pod qw(modules sections examples wrapped constants);

# Modules whose examples need a phase or an object that no response handler has.
my %ELSEWHERE = map { $_ => 1 } qw(
    APR::Socket APR::ThreadMutex APR::ThreadRWLock APR::XSLoader
    Apache2::CmdParms Apache2::Command Apache2::Filter Apache2::FilterRec
    Apache2::HookRun Apache2::Provider Apache2::SubProcess
    Apache2::Reload Apache2::Resource Apache2::SizeLimit
    Apache2::SpeedLimit Apache2::XSLoader Apache2::compat
    Apache2::PerlSections Apache2::PerlSections::Dump
    Mehari::Dispatch);

# Examples that need not succeed by themselves, and the error of each.
my $AT_START = qr/after server startup/;
my $NO_FILE  = qr/No such file or directory/;
my %DIES     = (
    'APR::Request: read_limit'              => qr/Conflicting information/,
    'APR::Error: new'                       => $NO_FILE,
    'APR::Pool: cleanup_register'           => qr/cannot make/,
    'APR::Util: password_validate'          => qr/Invalid command 'AuthType'/,
    'Apache2::Access: auth_name'            => qr/Invalid command 'Auth/,
    'Apache2::Access: get_basic_auth_pw'    => qr/Invalid command 'AuthType'/,
    'Apache2::Log: log_pid'                 => qr/cannot write/,
    'Apache2::Module: add'                  => $AT_START,
    'Apache2::Module: loaded'               => qr/needs mod_headers/,
    'Apache2::Module: remove_loaded_module' => $AT_START,
    'Apache2::RequestRec: content_encoding' => $NO_FILE,
    'Apache2::RequestUtil: slurp_filename'  => $NO_FILE,
    'Apache2::RequestUtil: register_auth_provider'          => $AT_START,
    'Apache2::ServerUtil: add_config'                       => $AT_START,
    'Apache2::ServerUtil: add_version_component'            => $AT_START,
    'Apache2::ServerUtil: server_shutdown_cleanup_register' => $AT_START,
    'Apache2::SubRequest: lookup_file'                      => $NO_FILE,
    'Apache2::SubRequest: lookup_dirent'                    => $NO_FILE,
    'APR::Request::Param: upload_link'                      => qr/link:/,
    'Apache2::Upload: link'                                 => qr/link:/,
    'ModPerl::Util: exit' => qr/exit was called/,
);

my @code = grep {
    !$_->{config} && !$ELSEWHERE{ $_->{section}{module} }
        # Methods that are left out: filters, protocols, and calls that would
        # change later examples.
        && $_->{text}
        !~ /\$f->|output_filters|recv|child_terminate|(?:push|set)_handlers/
} examples(map { sections($_) } modules());

my $h = server(config => <<'CONF', start => 0);
<Perl>
package Mehari::Examples;
use Mehari::Perl;
use JSON::PP ();
use Digest::MD5 ();
use Apache2::Request ();
use Apache2::Upload ();
use Apache2::Cookie ();
use APR::Request::CGI ();
use APR::Request::Parser ();
use Apache2::Build ();
use Apache2::BuildConfig ();
use Apache2::Directive ();
use ModPerl::MethodLookup ();
use ModPerl::PerlRun ();
use ModPerl::PerlRunPrefork ();
use ModPerl::RegistryBB ();
use ModPerl::RegistryLoader ();
use ModPerl::RegistryPrefork ();

my $root = Apache2::ServerUtil::server_root();
open my $in, '<', "$root/examples.json" or die "examples: $!";
my $given = JSON::PP::decode_json(do { local $/; <$in> });
eval $given->{constants} or die $@;
our @subs = map { eval $_ or die $@ } $given->{code}->@*;

sub handler {
    my $r = shift;
    my ($number, $file) = split /,/, $r->args;
    my $c    = $r->connection;
    my $pool = $r->pool;
    my $ba   = $c->bucket_alloc;
    my $bb   = APR::Brigade->new($pool, $ba);
    $bb->insert_tail(APR::Bucket->new($ba, $_)) for "one\n", "two\n";
    $bb->insert_tail(APR::Bucket::eos_create($ba));
    my $req    = Apache2::Request->new($r);
    my $upload = $req->upload('u');
    my $cookie = Apache2::Cookie->new($r, -name => 'a', -value => 'b');
    my $jar    = Apache2::Cookie::Jar->new($r);
    my $param  = APR::Request::Param->make($pool, 'a', 'b');
    eval { $r->sendfile("$file.gone") == 0 or $r->sendfile("$file.gone") };
    my $error = APR::Error->new(rc => 2, func => 'x', file => 'y', line => 1);
    my $done  = eval {
        $subs[$number]->($r, $c, $r->server, undef, $bb, $bb->first, $ba,
            $pool, $r->headers_in, $r->log, Apache2::Directive::conftree(),
            undef, Apache2::Module::top_module(), $c->client_socket,
            $r->useragent_addr, $req, $upload, $cookie, $jar, $param, $file,
            $file, $error);
        1;
    };
    if (!$done) {
        open my $out, '>', "$root/tmp/died" or die "died: $!";
        print {$out} "$@";
        close $out;
    }
    return Apache2::Const::OK();
}
</Perl>
<Location "/run">
    SetHandler modperl
    PerlOptions +GlobalRequest
    PerlResponseHandler Mehari::Examples
</Location>
CONF

my $number = 0;
write_file(
    $h->root . '/examples.json',
    JSON::PP::encode_json(
        {
            constants => constants(),
            code      => [ map { wrapped($_, ++$number) } @code ]
        }
    )
);
write_file($h->root . '/tmp/file.txt', "some\ntext\n");
$h->start;

my $part = join "\r\n", '--BB', 'Content-Disposition: form-data; %s', '',
    '%s', '';
my $body = sprintf("$part$part",
    'name="name"', 'joe',
    qq(name="u"; filename="pic.txt"\r\nContent-Type: text/plain),
    'some text')
    . "--BB--\r\n";

# The error that the example died of, or the empty string.
sub died ($i) {
    my $file = $h->root . '/tmp/died';
    unlink $file;
    my $response = get(
        $h,
        "/run?$i," . $h->root . '/tmp/file.txt',
        method  => 'POST',
        timeout => 30,
        body    => $body,
        headers => {
            'Content-Type' => 'multipart/form-data; boundary=BB',
            'Cookie'       => 'a=1; visits=2',
        }
    );
    return 'no response' if !defined $response->status;
    return -e $file ? read_file($file) : '';
}

cmp_ok scalar @code, '>', 300, 'the POD has more than 300 examples';
my @wrong;
for my $i (0 .. $#code) {
    my ($section, $line) = $code[$i]->@{qw(section line)};
    my $name  = "$section->{module}: $section->{names}[0]";
    my $said  = died($i);
    my $known = $DIES{$name};
    push @wrong, "$section->{file}:$line $name: $said"
        if $said ne '' && !($known && $said =~ $known);
}
is join("\n", @wrong), '', 'each example runs without an error';

done_testing;
