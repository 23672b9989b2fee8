package APR::Request;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

use APR::Request::Error      ();
use Mehari::Form             ();
use Mehari::Form::Body       ();
use Mehari::Form::Source     ();
use Mehari::Form::Table      ();
use Mehari::Form::Urlencoded ();

use Exporter ();
our @EXPORT_OK = qw(encode decode);

sub import { goto &Exporter::import }

# --- functions -----------------------------------------------------------

sub encode ($string) {
    return Mehari::Form::encode($string // '');
}

# Decodes a malformed string as the empty string.
sub decode ($string) {
    return Mehari::Form::decode($string // '') // '';
}

# --- handles -------------------------------------------------------------

# A handle is a hash: r (of a request), source and body. A subclass may be a
# hash that has one under r or _r.
sub make ($class, $source, $body, %more) {
    return bless { %more, source => $source, body => $body }, $class;
}

sub base ($self, $depth = 8) {
    return $self if ref $self && exists $self->{source};
    my $inner = ref $self && $depth ? $self->{r} // $self->{_r} : undef;
    require Carp;
    Carp::croak('this is no APR::Request, nor a hash with one under r or _r: '
            . (ref $self || $self))
        if !ref $inner;
    return base($inner, $depth - 1);
}

sub source ($self) { return base($self)->{source} }

sub pool ($self) { return source($self)->pool }

sub bucket_alloc ($self) {
    my $base = base($self);
    return $base->{r}->connection->bucket_alloc if $base->{r};
    require APR::BucketAlloc;
    return $base->{alloc} //= APR::BucketAlloc->new($self->pool);
}

# A setter returns whether the limit is set. In void context it throws, because
# nobody looks at the return value.
for my $name (qw(read_limit brigade_limit temp_dir)) {
    no strict 'refs';
    *$name = sub ($self, @value) {
        my $body = base($self)->{body};
        return $body->{$name} if !@value;
        return 1              if $body->set_limit($name, $value[0]);
        fail($self, $name, APR::Request::Error::MISMATCH())
            if !defined wantarray;
        return '';
    };
}

sub disable_uploads ($self, $on = 1) {
    base($self)->{body}{disable_uploads} = 1 if $on;
    return;
}

sub upload_class ($self) { return 'APR::Request::Param' }

sub upload_hook ($self, $code) {
    my $class = $self->upload_class;
    push @{ base($self)->{body}{hooks} }, sub ($entry, $data, $note) {
        $code->($class->of_entry($entry), $data, length $data, $note);
    };
    return;
}

# --- the three parts -----------------------------------------------------

# A part is its status and its entries, parsed once for the same text.
sub parsed ($self, $name, $text, $parse) {
    my $base = base($self);
    my $part = $base->{body}{$name};
    return $part if $part && $part->{text} eq ($text // '');
    my ($status, @entries)
        = defined $text
        ? $parse->($text)
        : APR::Request::Error::NODATA();
    return $base->{body}{$name} = {
        text    => $text // '',
        status  => $status,
        entries => \@entries,
    };
}

sub args_part ($self) {
    return parsed(
        $self, 'args',
        source($self)->query,
        \&Mehari::Form::Urlencoded::entries
    );
}

sub body_part ($self) {
    my $base = base($self);
    $base->{body}->read_all($base->{source});
    return $base->{body};
}

my @ATTRIBUTES = qw(name value path domain port version);

sub cookie_entries ($text) {
    my ($worst, @entries) = 0;
    for my $header (split /\n/, $text) {
        my ($status, @values) = Mehari::Form::cookies($header);
        while (@values) {
            my %entry = (tainted => 1);
            @entry{@ATTRIBUTES} = splice @values, 0, 6;
            push @entries, \%entry;
        }
        $worst ||= $status;
    }
    return ($worst, @entries);
}

sub jar_part ($self) {
    my @headers = source($self)->cookies;
    return parsed($self, 'jar', @headers ? join("\n", @headers) : undef,
        \&cookie_entries);
}

sub is_failure ($status) {
    return
           $status != 0
        && $status != APR::Request::Error::NODATA()
        && $status != APR::Request::Error::NOPARSER();
}

# Throws, except for an error object: code that calls methods of such an object
# knows of the error, and wants the parameters that were read.
sub fail ($self, $function, $status) {
    return if $self->isa('APR::Request::Error');
    APR::Request::Error->throw($status, "APR::Request::$function",
        base($self));
    return;
}

sub refuse_failure ($self, $function, @parts) {
    for my $part (@parts) {
        fail($self, $function, $part->{status})
            if is_failure($part->{status});
    }
    return;
}

# A method's answer about some parts: all names, or those of a name.
sub names_of ($self, $function, @parts) {
    refuse_failure($self, $function, @parts);
    return map { $_->{name} } map { @{ $_->{entries} } } @parts;
}

sub entries_of ($self, $function, $name, @parts) {
    refuse_failure($self, $function, @parts);
    my $wanted = lc($name // '');
    return
        grep { lc $_->{name} eq $wanted } map { @{ $_->{entries} } } @parts;
}

# An entry that was found is returned, even if the rest of the part is faulty.
sub first_of ($self, $function, $name, @parts) {
    my $wanted = lc($name // '');
    for my $part (@parts) {
        for my $entry (@{ $part->{entries} }) {
            return $entry if lc $entry->{name} eq $wanted;
        }
    }
    refuse_failure($self, $function, @parts);
    return undef;
}

sub table_of ($self, $function, $class, @parts) {
    refuse_failure($self, $function, @parts);
    return undef
        if !grep { $_->{status} == 0 || @{ $_->{entries} } } @parts;
    return $class->make(map { @{ $_->{entries} } } @parts);
}

# The four results of param(), args() and so on: without a name or with one, in
# list or in scalar context.
sub answer ($self, $function, $class, $parts, $wants_list, @name) {
    if ($wants_list) {
        return names_of($self, $function, @$parts) if !@name;
        return
            map { $_->{value} }
            entries_of($self, $function, $name[0], @$parts);
    }
    return table_of($self, $function, $class, @$parts) if !@name;
    my $entry = first_of($self, $function, $name[0], @$parts);
    return $entry && $entry->{value};
}

# --- methods -------------------------------------------------------------

sub args ($self, @name) {
    return answer($self, 'args', 'APR::Request::Param::Table',
        [ args_part($self) ],
        wantarray, @name);
}

sub jar ($self, @name) {
    return answer($self, 'jar', 'APR::Request::Cookie::Table',
        [ jar_part($self) ],
        wantarray, @name);
}

# Looks for one value in the data that has been read, and reads more only if it
# is not there.
sub found ($self, $name) {
    my $base = base($self);
    return $base->{body}->find($base->{source}, $name // '', sub { 1 });
}

sub body ($self, @name) {
    my $first = @name && !wantarray ? found($self, $name[0]) : undef;
    return $first->{value} if $first;
    return answer($self, 'body', 'APR::Request::Param::Table',
        [ body_part($self) ],
        wantarray, @name);
}

sub param ($self, @name) {
    my $args = args_part($self);
    if (@name && !wantarray) {
        my ($first)
            = grep { lc $_->{name} eq lc($name[0] // '') }
            @{ $args->{entries} };
        $first //= found($self, $name[0]);
        return $first->{value} if $first;
    }
    return answer($self, 'param', 'APR::Request::Param::Table',
        [ $args, body_part($self) ],
        wantarray, @name);
}

sub uploads_of (@entries) {
    return grep { $_->{spool} } @entries;
}

sub upload ($self, @name) {
    require APR::Request::Param;
    my $class = $self->upload_class;
    my $base  = base($self);
    if (@name && !wantarray) {
        my $first = $base->{body}
            ->find($base->{source}, $name[0] // '', sub { $_[0]{spool} });
        refuse_failure($self, 'upload', $base->{body}) if !$first;
        return $first && $class->of_entry($first);
    }
    my $body = body_part($self);
    my $part = {
        status  => $body->{status},
        entries => [ uploads_of(@{ $body->{entries} }) ],
    };
    return answer($self, 'upload', '', [$part], 1) if !@name && wantarray;
    return
        map { $class->of_entry($_) }
        entries_of($self, 'upload', $name[0], $part)
        if @name;
    my $table
        = table_of($self, 'upload', 'APR::Request::Param::Table', $part);
    return $table && $table->param_class($class);
}

sub args_status ($self) {
    return APR::Request::Error::strerror(args_part($self)->{status});
}

sub body_status ($self) {
    return APR::Request::Error::strerror(body_part($self)->{status});
}

sub jar_status ($self) {
    return APR::Request::Error::strerror(jar_part($self)->{status});
}

sub worse (@status) {
    my ($bad) = grep { is_failure($_) } @status;
    return $bad // (grep { $_ != 0 } @status)[0] // $status[0];
}

sub param_status ($self) {
    my @status = (args_status($self), body_status($self));
    return wantarray ? @status : worse(@status);
}

# A missing part is no error.
sub parse ($self) {
    my @status = (jar_status($self), args_status($self), body_status($self));
    return @status if wantarray;
    refuse_failure($self, 'parse', args_part($self), body_part($self))
        if !defined wantarray;
    return worse(@status[ 2, 1 ]);
}

package APR::Request::Param::Table;

use Mehari::Perl;
our @ISA = 'Mehari::Form::Table';

sub plain ($self, $entry) { return $entry->{value} }

sub param_class ($self, @class) {
    require APR::Request::Param;
    return $self->set_class('param_class', 'APR::Request::Param', @class);
}

# libapreq wants a pool for the new table. A hash needs none.
sub uploads ($self, $pool = undef) {
    my $inner = $self->inner;
    my $table
        = ref($self)->make(APR::Request::uploads_of(@{ $inner->{entries} }));
    return $table->param_class($inner->{class});
}

package APR::Request::Cookie::Table;

use Mehari::Perl;
our @ISA = 'Mehari::Form::Table';

sub plain ($self, $entry) { return $entry->{value} }

sub cookie_class ($self, @class) {
    require APR::Request::Cookie;
    return $self->set_class('cookie_class', 'APR::Request::Cookie', @class);
}

package APR::Request::Custom;

use Mehari::Perl;
our @ISA = 'APR::Request';

sub handle ($class, $pool, $query, $cookie, $parser, $limit, $brigade) {
    my $bytes;
    $brigade->flatten($bytes) if $brigade;
    my $source = Mehari::Form::Source::Given->new(
        pool   => $pool,
        query  => $query,
        cookie => $cookie,
        type   => $parser && $parser->{content_type},
        body   => $bytes,
    );
    my %setting = $parser ? $parser->setting : ();
    $setting{read_limit} = $limit if defined $limit;
    return APR::Request::make($class, $source,
        Mehari::Form::Body->new(%setting));
}

1;
