package Mehari::Form::Parts;

# Parses multipart/form-data and multipart/related as the bytes come. A part
# exists once its end has come.

use Mehari::Perl;

use Scalar::Util ();

use Mehari::Form        ();
use Mehari::Form::Spool ();

use constant {
    HEADER => 1,
    BEGIN_ => 2,
    DATA   => 3,
    END_   => 4,
    CLOSE  => 5,
    FAILED => 6,
};

use constant {
    GENERAL       => 120_000,
    BAD_CHARACTER => 120_011,
    OVER_LIMIT    => 120_031,
    END_OF_FILE   => 70_014,
};

# The largest number of parts in a body.
use constant MOST_PARTS => 10_000;

# pool and content_type; and an object with limit, dir, disabled and hook, which
# are read when a part begins.
sub new ($class, %option) {
    my $boundary = Mehari::Form::attribute($option{content_type}, 'boundary');
    my $parser   = defined $boundary
        && Mehari::Form::multipart($option{pool}, $boundary);
    my $self = bless {
        parser  => $parser,
        related => scalar $option{content_type} =~ m{\Amultipart/related}i,
        setting => $option{setting},
        parts   => 0,
    }, $class;
    Scalar::Util::weaken($self->{setting});    # the setting has us
    return $self;
}

my @reaction;
$reaction[HEADER] = sub ($self, $text) {
    my ($name, $value) = $text =~ /\A([^:]*?)[ \t]*:[ \t]*(.*)\z/s;
    $value =~ s/\r\n[ \t]+/ /g;
    $value =~ s/[ \t]+\z//;
    push @{ $self->{headers} }, [ $name, $value ];
    return 0;
};
$reaction[BEGIN_] = sub ($self, $) { return $self->begin };
$reaction[DATA]   = sub ($self, $text) { return $self->data($text) };
$reaction[END_]   = sub ($self, $) {
    push @{ $self->{found} }, delete $self->{part};
    return 0;
};
$reaction[CLOSE]  = sub ($self, $) { $self->{closed} = 1; return 0 };
$reaction[FAILED] = sub { return BAD_CHARACTER };

sub feed ($self, $data) {
    my $parser = $self->{parser} or return GENERAL;
    my @events = $parser->feed($data);
    my $status = 0;
    $self->{found} = [];
    while (!$status && @events) {
        my ($event, $text) = splice @events, 0, 2;
        $status = $reaction[$event]->($self, $text);
    }
    return ($status, @{ $self->{found} });
}

sub finish ($self) {
    return GENERAL if !$self->{parser};
    return $self->{closed} ? 0 : END_OF_FILE;
}

# Begins a part by its headers: its name, and whether it is a file.
sub begin ($self) {
    my $headers = delete $self->{headers} // [];
    my ($disposition, $id)
        = map { header($headers, $_) } qw(Content-Disposition Content-ID);
    return OVER_LIMIT if ++$self->{parts} > MOST_PARTS;
    my ($name, $file);
    if (defined $disposition) {
        ($name, $file)
            = map { Mehari::Form::attribute($disposition, $_) }
            qw(name filename);
        return GENERAL if !defined $name && !$self->{related};
        return GENERAL if !is_closed($disposition);
    }
    else { $file = '' }
    $name //= $id // '';
    $self->{part}
        = { name => $name, value => '', headers => $headers, tainted => 1 };
    return defined $file ? $self->begin_file($file) : 0;
}

# True if each quote is closed.
sub is_closed ($header) {
    return $header =~ /\A(?:[^"]++|"(?:[^"\\]++|\\.)*+")*+\z/s;
}

sub begin_file ($self, $file) {
    my $setting = $self->{setting};
    return GENERAL if $setting->{disable_uploads};
    $self->{part}{value} = $file;
    $self->{part}{spool}
        = Mehari::Form::Spool->new(@{$setting}{qw(brigade_limit temp_dir)});
    return 0;
}

sub data ($self, $text) {
    my $part  = $self->{part};
    my $spool = $part->{spool};
    if (!$spool) {
        $part->{value} .= $text;
        return 0;
    }
    for my $hook (@{ $self->{setting}{hooks} }) {
        eval { $hook->($part, $text, $self->{setting}{hook_data}); 1 } or do {
            die $@ if is_exit($@);
            warn "Upload hook failed: $@";
            return GENERAL;
        };
    }
    return eval { $spool->add($text); 1 } ? 0 : failed($@);
}

# The exception that exit throws in httpd.
sub is_exit ($error) {
    return ref $error eq 'APR::Error' && $error->{rc} == GENERAL;
}

sub failed ($error) {
    warn $error;
    return GENERAL;
}

sub header ($headers, $name) {
    for my $header (@$headers) {
        return $header->[1] if lc $header->[0] eq lc $name;
    }
    return undef;
}

1;
