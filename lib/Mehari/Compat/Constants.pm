package Mehari::Compat::Constants;

# Apache::Constants: names and groups of mod_perl 1, with this server's values.

use Mehari::Perl;

use Mehari::Constants ();

# Constants that have another name in httpd 1.3.
my %OLD = (
    BAD_GATEWAY         => 'HTTP_BAD_GATEWAY',
    BAD_REQUEST         => 'HTTP_BAD_REQUEST',
    CONTINUE            => 'HTTP_CONTINUE',
    DOCUMENT_FOLLOWS    => 'HTTP_OK',
    LENGTH_REQUIRED     => 'HTTP_LENGTH_REQUIRED',
    METHOD_NOT_ALLOWED  => 'HTTP_METHOD_NOT_ALLOWED',
    MOVED               => 'HTTP_MOVED_PERMANENTLY',
    NOT_ACCEPTABLE      => 'HTTP_NOT_ACCEPTABLE',
    NOT_AUTHORITATIVE   => 'HTTP_NON_AUTHORITATIVE',
    NOT_IMPLEMENTED     => 'HTTP_NOT_IMPLEMENTED',
    NOT_MODIFIED        => 'HTTP_NOT_MODIFIED',
    PARTIAL_CONTENT     => 'HTTP_PARTIAL_CONTENT',
    PRECONDITION_FAILED => 'HTTP_PRECONDITION_FAILED',
    USE_LOCAL_COPY      => 'HTTP_NOT_MODIFIED',
);

my %GROUP = (
    args_how => 'cmd_how',
    response => [
        qw(OK DECLINED DONE NOT_FOUND FORBIDDEN AUTH_REQUIRED SERVER_ERROR
            REDIRECT), sort keys %OLD
    ],
    server => [qw(SERVER_VERSION MODULE_MAGIC_NUMBER)],
    common => [
        qw(OK DECLINED DONE NOT_FOUND FORBIDDEN AUTH_REQUIRED SERVER_ERROR
            REDIRECT BAD_REQUEST DOCUMENT_FOLLOWS MOVED)
    ],
);

my %OWN = (
    SERVER_VERSION      => \&Apache2::ServerUtil::get_server_version,
    MODULE_MAGIC_NUMBER => sub {
        my $top = Apache2::Module::top_module();
        return $top->ap_api_major_version;
    },
);

sub names {
    my $word = shift;
    return $word if $word !~ s/\A://;
    my $group = $GROUP{$word} // $word;
    return @$group if ref $group;
    my $values = Mehari::Constants::table('Apache2::Const')->{$group}
        // die "Apache::Constants has no group of constants called :$word\n";
    return sort keys %$values;
}

sub constant {
    my $name = shift;
    return $OWN{$name} if $OWN{$name};
    my $new = $OLD{$name} // $name;
    Apache2::Const->import('-compile', $new);
    return Apache2::Const->can($new);
}

sub define {
    my $name = shift;
    my $code = Apache::Constants->can($name) // constant($name);
    no strict 'refs';
    *{"Apache::Constants::$name"} = $code
        if !defined &{"Apache::Constants::$name"};
    return $code;
}

sub Apache::Constants::import {
    my ($class, @wanted) = @_;
    my $into = caller;
    for my $name (map { names($_) } @wanted ? @wanted : ':common') {
        my $code = define($name);
        no strict 'refs';
        no warnings 'redefine';
        *{"${into}::$name"} = $code;
    }
    return;
}

# Names that a module adds to the list. Nothing checks the list.
sub Apache::Constants::export { return }

define($_) for map { names($_) } ':common', ':response', ':server';

1;
