# Wrong forms are refused: the exception knows its request. Called through the
# exception, the request's methods no longer throw. Limits say whether they are
# set; constants are numbers and texts, exported by name.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Form;
use Mehari::Test::Gateway qw(wait_until);

my $dir = tempdir(CLEANUP => 1);
chmod 0777, $dir;

my $h = server(
    workers  => 1,
    handlers => { '/refused' => 'My::Refused' },
    config   => <<~"CONF",
        PerlRequire \${ROOT}/htdocs/handler.pl
        PerlSetVar Uploads $dir
        CONF
    start => 0,
);
write_file($h->document_root . '/handler.pl', <<'PERL');
package My::Refused;

use Mehari::Perl;
use APR::Request::Error qw(GENERAL MISMATCH OVERLIMIT strerror);
use Apache2::Request ();
use Apache2::Upload  ();
use Apache2::RequestIO ();
use Apache2::RequestUtil ();

my %case = (
    constants => sub ($r) {
        return GENERAL, 0 + GENERAL, strerror(OVERLIMIT),
            0 + strerror(OVERLIMIT),
            eval { APR::Request::Error->import('nothing'); 1 } ? 1 : 0;
    },
    uploads => sub ($r) {
        my $req = Apache2::Request->new($r, DISABLE_UPLOADS => 1);
        eval { $req->upload('f') };
        my $error = $@;
        return ref $error, $error->{rc}, $error->{_r} == $req ? 'its own' : '',
            $error->{_r}->args('a'), $error->body('b'),
            $error->upload('f') // 'no upload', $error->body_status;
    },
    names => sub ($r) {
        my $req = Apache2::Request->new($r, POST_MAX => 20);
        eval { my @all = $req->param };
        return join(' ', $@->param), ref $@->parse;
    },
    limits => sub ($r) {
        my $req   = Apache2::Request->new($r);
        my @lines = map { $req->$_('1K') } qw(read_limit brigade_limit);
        push @lines, $req->temp_dir // 'none', $req->temp_dir('/tmp'),
            $req->read_limit, $req->brigade_limit, $req->temp_dir;
        $req->body;
        push @lines, $req->read_limit(5) ? 'set' : 'late', $req->read_limit;
        eval { $req->temp_dir('/'); 1 } or push @lines, $@;
        return map { s/ at .*//r } @lines;
    },
    uncaught => sub ($r) {
        my $req = Apache2::Request->new(
            $r,
            BRIGADE_LIMIT => 1,
            TEMP_DIR      => $r->dir_config('Uploads')
        );
        $r->print($req->upload('f')->tempname, "\n");
        $r->rflush;
        $req->brigade_limit(2);
        return;
    },
    table => sub ($r) {
        my $req  = Apache2::Request->new($r);
        my $form = $req->body->param_class('APR::Request::Param');
        my $files = $form->uploads($req->pool);
        my ($file) = values %$files;
        eval { $form->param_class('APR::Request') };
        return join(' ', keys %$files), $file->upload_size,
            $@ =~ s/ at .*//sr, $file->upload_tempname =~ s{.*/}{}r;
    },
);

sub handler ($r) {
    my ($name) = $r->uri =~ /(\w+)\z/;
    $r->print(map { "$_\n" } $case{$name}->($r));
    return 0;
}
1;
PERL
$h->start;

my $form = form_body(form_part('; name="b"', 2),
    form_part('; name="f"; filename="x"', 'camels'));

sub form_request () {
    return (
        method  => 'POST',
        body    => $form,
        headers => [ 'Content-Type' => 'multipart/form-data; boundary=AaB' ]
    );
}

sub answered ($name, $expected) {
    my @responses
        = get($h, "/refused/$name?a=1", repeat => 2, form_request());
    like $_->body, qr{\A$expected\z}, $name for @responses;
    return;
}

answered(constants => <<'END');
Internal apreq error
120000
Exceeds configured maximum limit
120031
0
END
answered(uploads => <<'END');
APR::Request::Error
120000
its own
1
2
no upload
Internal apreq error
END
answered(names  => "a\n\n");
answered(limits => <<'END');
1
1
none
1
1024
1024
/tmp
late
1024
APR::Request::temp_dir: \(120030\) Conflicting information
END
answered(table => <<'END');
f
6
Usage: APR::Request::Param::Table::param_class\(\$table, \$class\): class APR::Request is not derived from APR::Request::Param
apreq\w{6}
END

# The exception in $@ keeps the request, until the next eval.
for (1, 2) {
    my $response = get($h, '/refused/uncaught', form_request());
    like $response->body, qr{\A$dir/apreq\w{6}\n}, 'the upload had a file';
    ok wait_until(sub { !(() = glob "$dir/*") }),
        'the temporary file has gone';
}

done_testing;
