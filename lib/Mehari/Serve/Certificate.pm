package Mehari::Serve::Certificate;

# The certificate of "mehari serve --https": one that has signed itself, for the
# names of this machine. The certificate is kept for the user, so that an
# exception in a browser stays valid.

use Mehari::Perl;

use File::Path    qw(make_path);
use File::Temp    ();
use Socket        qw(inet_pton AF_INET6);
use Sys::Hostname qw(hostname);

use Mehari::File qw(bytes_of);

# Browsers refuse a certificate that is valid for longer.
my $DAYS = 397;

# A certificate that ends within a week is replaced.
my $LEFT = 7 * 86_400;

# where: a Mehari::Serve::Address.
sub new ($class, $where) {
    my $name
        = $where->is_loopback ? 'localhost'
        : $where->is_any      ? 'any'
        :                       $where->address;
    $name =~ s/[^\w.-]/-/g;
    return bless { where => $where, file => folder() . "/$name.pem" }, $class;
}

sub folder () {
    my $data = $ENV{XDG_DATA_HOME} // '';
    return "$data/mehari/https" if $data =~ m{\A/};
    my $home = $ENV{HOME} // (getpwuid $>)[7]
        // die "HOME is not set: there is no place to keep the certificate\n";
    return "$home/.local/share/mehari/https";
}

# Key and certificate, in one file that only the user can read.
sub file ($self) { return $self->{file} }

# Makes a certificate, unless there is a valid one.
sub prepare ($self) {
    $self->make if !$self->is_usable;
    return $self;
}

sub is_usable ($self) {
    return 0 if !-f $self->{file};
    return 0
        if !
        defined openssl(qw(x509 -noout -checkend),
        $LEFT, '-in', $self->{file});
    my $text = openssl(qw(x509 -noout -ext subjectAltName -in), $self->{file})
        // return 0;
    my %named = map { $_ => 1 } named_in($text);
    my $host  = 'DNS:' . hostname();    # another network, another name
    return !grep { !$named{$_} }
        map { normal($_) } grep { $_ ne $host } $self->{where}->names;
}

# "IP Address:0:0:0:0:0:0:0:1", which is what openssl prints, is IP:::1.
sub named_in ($text) {
    return
        map { normal($_ =~ s/\AIP Address:/IP:/r) }
        $text =~ /((?:DNS|IP Address):[^,\s]+)/g;
}

sub normal ($name) {
    my ($address) = $name =~ /\AIP:(.*:.*)/ or return $name;
    my $bytes = inet_pton(AF_INET6, $address);
    return defined $bytes ? 'IP:' . unpack('H*', $bytes) : $name;
}

# Renames the file into place, because another server may be making it, too.
sub make ($self) {
    my $folder = folder();
    make_path($folder, { mode => 0700, error => \my $failed });
    die "cannot make $folder for the certificate: set XDG_DATA_HOME to a"
        . " directory that you may write\n"
        if !-d $folder || !-w _;
    my $dir = File::Temp->newdir('new-XXXXXXXX', DIR => $folder);
    write_file("$dir/config", $self->config);
    defined openssl(
        qw(req -x509 -batch -nodes -newkey ec),
        -pkeyopt => 'ec_paramgen_curve:prime256v1',
        -days    => $DAYS,
        -config  => "$dir/config",
        -keyout  => "$dir/key",
        -out     => "$dir/certificate"
        )
        or die "openssl cannot make a certificate in $folder (Debian: apt"
        . " install openssl)\n";
    write_file("$dir/both", map { bytes_of("$dir/$_") } qw(key certificate));
    rename "$dir/both", $self->{file}
        or die "cannot write $self->{file}: $!\n";
    return;
}

sub config ($self) {
    my ($first) = map { s/\A\w+://r } $self->{where}->names;
    my $names   = join ',', $self->{where}->names;
    return <<~"CONFIG";
        [req]
        prompt = no
        distinguished_name = name
        x509_extensions = extensions
        [name]
        organizationName = mehari serve
        commonName = $first
        [extensions]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = serverAuth
        subjectAltName = $names
        CONFIG
}

# The fingerprint that a browser shows.
sub fingerprint ($self) {
    my $text
        = openssl(qw(x509 -noout -fingerprint -sha256 -in), $self->{file})
        // '';
    return $text =~ /=([0-9A-F:]+)/ ? $1 : 'unknown';
}

# The output of openssl; undef if it failed or is missing.
sub openssl (@args) {
    open my $errors, '>&', \*STDERR or return undef;
    open STDERR,     '>',  '/dev/null';
    my $opened = open my $out, '-|', 'openssl', @args;
    open STDERR, '>&', $errors;
    return undef if !$opened;
    local ($/, $?);
    my $text = readline $out;
    return close $out ? $text // '' : undef;
}

sub write_file ($file, @text) {
    my $mask = umask 0077;
    my $done = open my $out, '>', $file;
    umask $mask;
    $done && print({$out} @text) && close $out
        or die "cannot write $file: $!\n";
    return;
}

1;

__END__

=head1 NAME

Mehari::Serve::Certificate - the certificate of mehari serve --https

=head1 SYNOPSIS

    my $certificate = Mehari::Serve::Certificate->new($where)->prepare;
    say $certificate->file, ' ', $certificate->fingerprint;

=cut
