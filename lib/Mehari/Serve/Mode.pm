package Mehari::Serve::Mode;

# The modes that a script or a handler can be served in. Each is a row; the
# configuration, the index page and --mode read the same rows.

use Mehari::Perl;

use Mehari::Command::Renamed qw(rename_word);

# stays: true if Perl answers one request after the other, in httpd's children
# under prefork and in a pool's workers under event. module: the only module
# that has the mode. base: the mode that others are compared with. extra: served
# only if --mode names it.
my @ROWS = (
    {
        name   => 'perl-cgi',
        kind   => 'script',
        title  => 'perl-cgi',
        says   => 'your script, compiled already, in a process of its own',
        set    => 'perl-cgi',
        module => 'mehari',
    },
    {
        name  => 'cgi',
        kind  => 'script',
        title => 'mod_cgi',
        says  =>
            'your script, unchanged; each request starts perl and compiles it',
        set  => 'cgi-script',
        base => 1,
    },
    {
        name  => 'perlrun',
        kind  => 'script',
        title => 'PerlRun',
        says  => 'perl stays in memory; each request compiles the script',
        set   => 'perl-script',
        class => 'ModPerl::PerlRun',
        stays => 1,
    },
    {
        name  => 'registry',
        kind  => 'script',
        title => 'Registry',
        says  => 'perl and the compiled script stay in memory; globals stay',
        set   => 'perl-script',
        class => 'ModPerl::Registry',
        stays => 1,
    },
    {
        name  => 'perlrunprefork',
        kind  => 'script',
        title => 'PerlRunPrefork',
        says  => "PerlRun, in the script's directory",
        set   => 'perl-script',
        class => 'ModPerl::PerlRunPrefork',
        stays => 1,
        extra => 1,
    },
    {
        name  => 'registryprefork',
        kind  => 'script',
        title => 'RegistryPrefork',
        says  => "Registry, in the script's directory",
        set   => 'perl-script',
        class => 'ModPerl::RegistryPrefork',
        stays => 1,
        extra => 1,
    },
    {
        name  => 'perlscript',
        kind  => 'handler',
        title => 'perl-script',
        says  => 'a Perl sub, with the CGI variables and STDOUT set up',
        set   => 'perl-script',
        stays => 1,
    },
    {
        name  => 'modperl',
        kind  => 'handler',
        title => 'modperl',
        says  => 'a Perl sub, and nothing around it',
        set   => 'modperl',
        stays => 1,
    },
);

sub all ($class) { return @ROWS }

sub default ($class) {
    return grep { !$_->{extra} } @ROWS;
}

# True if the mode works in this MPM, with this module.
sub works ($row, $mpm, $module) {
    return 0 if $row->{stays} && $mpm ne 'prefork' && $module ne 'mehari';
    return 0 if defined $row->{module} && $row->{module} ne $module;
    return 1;
}

# The modes of a list such as "perl-cgi,registry". Dies with the first name that
# is no mode.
sub parse ($class, $list) {
    return $class->all if $list eq 'all';
    my %row_of = map { $_->{name} => $_ } @ROWS;
    my %wanted;
    my @names = map { $_->{name} } @ROWS;
    for my $name (map { rename_word('mode', $_, @names) } split /,/, $list) {
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

Mehari::Serve::Mode - the ways to serve a script or a handler

=head1 SYNOPSIS

    my @modes = Mehari::Serve::Mode->parse('perl-cgi,registry');
    say $_->{title} for @modes;

=cut
