package Mehari::Serve::Mode;

# The modes that a script or a handler can be served in. Each is a row; the
# configuration, the index page and --mode read the same rows.

use v5.36;

my @ROWS = (
    {
        name  => 'cgi',
        kind  => 'script',
        title => 'mod_cgi',
        says  => 'a new perl for every request',
        set   => 'cgi-script',
    },
    {
        name  => 'perlrun',
        kind  => 'script',
        title => 'PerlRun',
        says  => 'one perl, the script compiled again for every request',
        set   => 'perl-script',
        class => 'ModPerl::PerlRun',
    },
    {
        name  => 'registry',
        kind  => 'script',
        title => 'Registry',
        says  => 'one perl, the script compiled once; its globals stay',
        set   => 'perl-script',
        class => 'ModPerl::Registry',
    },
    {
        name  => 'perlrunprefork',
        kind  => 'script',
        title => 'PerlRunPrefork',
        says  => "PerlRun, in the script's directory",
        set   => 'perl-script',
        class => 'ModPerl::PerlRunPrefork',
        extra => 1,
    },
    {
        name  => 'registryprefork',
        kind  => 'script',
        title => 'RegistryPrefork',
        says  => "Registry, in the script's directory",
        set   => 'perl-script',
        class => 'ModPerl::RegistryPrefork',
        extra => 1,
    },
    {
        name  => 'perlscript',
        kind  => 'handler',
        title => 'perl-script',
        says  => 'a Perl sub, with the CGI variables and STDOUT set up',
        set   => 'perl-script',
    },
    {
        name  => 'modperl',
        kind  => 'handler',
        title => 'modperl',
        says  => 'a Perl sub, and nothing around it',
        set   => 'modperl',
    },
);

sub all ($class) { return @ROWS }

sub default ($class) {
    return grep { !$_->{extra} } @ROWS;
}

# The modes of a list such as "cgi,registry". Dies with the first name that is
# none.
sub parse ($class, $list) {
    return $class->all if $list eq 'all';
    my %row_of = map { $_->{name} => $_ } @ROWS;
    my %wanted;
    for my $name (split /,/, $list) {
        $row_of{$name}
            or die qq(there is no mode "$name"; the modes are )
            . join(', ', map { $_->{name} } @ROWS) . "\n";
        $wanted{$name} = 1;
    }
    die "--mode wants at least one mode\n" unless %wanted;
    return grep { $wanted{ $_->{name} } } @ROWS;
}

1;

__END__

=head1 NAME

Mehari::Serve::Mode - the modes that a script or a handler is served in

=head1 SYNOPSIS

  my @modes = Mehari::Serve::Mode->parse('cgi,registry');

=head1 DESCRIPTION

A mode is a hash: C<name> (its URL space and its name for C<--mode>), C<kind>
(script or handler), C<title> and C<says> for people, C<set> (the argument of
SetHandler), C<class> (the response handler, of a script's mode under Perl),
C<extra> (not served unless asked for).

=cut
