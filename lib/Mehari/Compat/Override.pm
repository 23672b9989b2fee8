package Mehari::Compat::Override;

# Methods that have another meaning in mod_perl 1: see Apache2::compat.

use Mehari::Perl;

use APR::Const -compile => qw(FINFO_NORM);
use Socket ();

my %original;

# Name => a sub that makes the old method of the present one.
my %OLD = (
    'Apache2::RequestRec::filename'    => \&filename,
    'Apache2::RequestRec::notes'       => \&notes,
    'Apache2::RequestRec::finfo'       => \&finfo,
    'Apache2::Connection::local_addr'  => \&packed,
    'Apache2::Connection::remote_addr' => \&packed,
    'Apache2::Module::top_module'      => \&of_class,
    'Apache2::Module::get_config'      => \&of_class,
    'APR::URI::unparse'                => \&unparse,
    'Apache2::Util::ht_time'           => sub {
        return \&Apache::Util::ht_time;
    },
);

sub set {
    my ($name, $code) = @_;
    no strict 'refs';
    no warnings 'redefine';
    *$name = $code;
    return;
}

sub put {
    my @names = @_;
    for my $name (@names) {
        my $maker = $OLD{$name}
            // die "Apache2::compat: $name is not overridable\n";
        die "Apache2::compat: $name is overridden already\n"
            if $original{$name};
        my $code = do { no strict 'refs'; \&$name };
        $original{$name} = $code;
        set($name, $maker->($code));
    }
    return;
}

sub restore {
    my @names = @_;
    for my $name (@names) {
        die "Apache2::compat: $name is not overridable\n" if !$OLD{$name};
        my $code = delete $original{$name}
            // die "Apache2::compat: $name is not overridden\n";
        set($name, $code);
    }
    return;
}

# --- the old ones ------------------------------------------------------------

sub filename {
    my $now = shift;
    return sub {
        my ($r, @new) = @_;
        return $r->$now if !@new || !defined $new[0];
        my $before = $r->$now(@new);
        Apache2::RequestRec::finfo($r,
            APR::Finfo::stat($new[0], APR::Const::FINFO_NORM, $r->pool));
        return $before;
    };
}

sub notes {
    my $now = shift;
    return sub {
        my ($r, @pair) = @_;
        return $r->$now if !@pair;
        return Mehari::Compat::Request::table_get_set($r->$now, @pair);
    };
}

sub finfo {
    return sub {
        my $r = shift;
        stat $r->filename;
        return \*_;
    };
}

sub packed {
    my $now = shift;
    return sub {
        my $address = $now->(shift);
        my $ip      = $address->ip_get;
        my $six     = index($ip, ':') >= 0;
        my $raw
            = Socket::inet_pton($six ? Socket::AF_INET6() : Socket::AF_INET(),
            $ip);
        return $six
            ? Socket::pack_sockaddr_in6($address->port, $raw)
            : Socket::pack_sockaddr_in($address->port, $raw);
    };
}

# Called on the class Apache2::Module.
sub of_class {
    my $now = shift;
    return sub {
        my @arguments = @_;
        shift @arguments
            if @arguments && ($arguments[0] // '') eq 'Apache2::Module';
        return $now->(@arguments);
    };
}

sub unparse {
    my $now = shift;
    return sub {
        my ($uri, @flags) = @_;
        $uri->scheme('http') if $uri->hostname && !$uri->scheme;
        return $uri->$now(@flags);
    };
}

# These methods are overridden at once, because code cannot ask for it at
# start-up.
set("Apache2::Module::$_", of_class(Apache2::Module->can($_)))
    for qw(top_module get_config);

1;
