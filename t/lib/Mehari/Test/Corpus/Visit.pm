package Mehari::Test::Corpus::Visit;

# One program's requests to one server, from a client that keeps cookies and
# remembers what earlier pages said.

use Mehari::Perl;
use Mehari::Test ();

my $HOST     = 'corpus.test:8200';
my $BOUNDARY = '----corpusBoundary7MA4YWxk';

# httpd; program: what its request file says
sub new ($class, %option) {
    return bless { %option, jars => {}, words => {} }, $class;
}

# Sends one of the program's requests, and returns the response.
sub request ($self, $number) {
    my $request  = $self->filled($self->{program}{requests}[$number]);
    my $jar      = $self->{jars}{ $request->{u} // 'A' } //= {};
    my $client   = Mehari::Test::client($self->{httpd});
    my ($method) = method_of($request);
    $client->send($self->message($request, $jar));
    my $response = $client->read_response($method);
    keep_cookies($jar, $response);
    $self->remember($request, $response);
    return $response;
}

# Replaces ${word} by what an earlier page said.
sub filled ($self, $value) {
    my $type = ref $value;
    return [ map { $self->filled($_) } @$value ] if $type eq 'ARRAY';
    return { map { $_ => $self->filled($value->{$_}) } keys %$value }
        if $type eq 'HASH';
    return $value if $type || !defined $value;
    return $value =~ s/\$\{(\w+)\}/$self->{words}{$1} \/\/ ''/ger;
}

sub method_of ($request) {
    my $path   = $request->{post} // $request->{get} // $request->{path};
    my $method = $request->{method}
        // (exists $request->{post} ? 'POST' : 'GET');
    return ($method, $path);
}

sub message ($self, $request, $jar) {
    my ($method, $path) = method_of($request);
    my ($type,   $body) = body_of($request);
    my $root = $self->{program}{root} // "/c/$self->{program}{program}/";
    $path = $root . $path if $path !~ m{\A/};
    my @head = (
        "$method $path HTTP/1.1",
        "Host: $HOST",
        'User-Agent: corpus/1.0',
        'Accept: */*',
        'Connection: close'
    );
    push @head, "Content-Type: $type"             if defined $type;
    push @head, 'Content-Length: ' . length $body if $method ne 'GET';
    push @head, 'Cookie: ' . join '; ',
        map { "$_=$jar->{$_}" } sort keys %$jar
        if %$jar;
    my $more = $request->{headers} // {};
    push @head, map { "$_: $more->{$_}" } sort keys %$more;
    return join("\r\n", @head) . "\r\n\r\n" . $body;
}

sub body_of ($request) {
    return ('application/x-www-form-urlencoded', form_of($request->{form}))
        if $request->{form};
    return (
        "multipart/form-data; boundary=$BOUNDARY",
        multipart_of($request->{multipart})
    ) if $request->{multipart};
    return (undef, '') if !defined $request->{body};
    return ($request->{type} // 'application/octet-stream', $request->{body});
}

# $form is a list of pairs, or a hash, which is sorted.
sub form_of ($form) {
    my @pairs
        = ref $form eq 'HASH'
        ? map { [ $_ => $form->{$_} ] } sort keys %$form
        : @$form;
    return join '&', map {
        join '=',
            map { escaped($_) }
            @$_
    } @pairs;
}

sub escaped ($text) {
    utf8::encode($text);
    return $text =~ s/([^\w .-])/sprintf '%%%02X', ord $1/ager =~ tr/ /+/r;
}

sub multipart_of ($parts) {
    my $body = '';
    for my $part (@$parts) {
        my $data
            = defined $part->{hex}
            ? pack 'H*', $part->{hex}
            : ($part->{data} // '') x ($part->{repeat} // 1);
        $body .= "--$BOUNDARY\r\n"
            . qq(Content-Disposition: form-data; name="$part->{name}");
        $body
            .= qq(; filename="$part->{filename}"\r\nContent-Type: )
            . ($part->{type} // 'application/octet-stream')
            if defined $part->{filename};
        $body .= "\r\n\r\n$data\r\n";
    }
    return "$body--$BOUNDARY--\r\n";
}

sub keep_cookies ($jar, $response) {
    for my $cookie ($response->header('Set-Cookie')) {
        my ($name, $value) = $cookie =~ /\A\s*([^=]+)=([^;]*)/ or next;
        if ($value eq '' || $cookie =~ /max-age=0|expires=[^;]*19[67]\d/i) {
            delete $jar->{$name};
        }
        else {
            $jar->{$name} = $value;
        }
    }
    return;
}

sub remember ($self, $request, $response) {
    my $wanted = $request->{extract} // {};
    for my $word (keys %$wanted) {
        my ($value) = $response->raw =~ /$wanted->{$word}/s;
        $self->{words}{$word} = plain($value // '');
    }
    return;
}

sub plain ($html) {
    my %character = (amp => '&', lt => '<', gt => '>', quot => '"');
    return $html =~ s/&(amp|lt|gt|quot);/$character{$1}/gr;
}

1;
