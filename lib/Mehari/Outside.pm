package Mehari::Outside;

# APR::* in a program that is not httpd: finds and loads mehari_apr.so.

use Mehari::Perl;
use Cwd        ();
use DynaLoader ();

# The file's possible places, the best first. Under -T, the environment does not
# count.
sub candidates {
    my $lib   = Cwd::abs_path(__FILE__) =~ s{/Mehari/Outside\.pm\z}{}r;
    my @files = (
        "$lib/auto/Mehari/Outside/mehari_apr.so",
        $lib =~ s{/[^/]+\z}{}r . '/build/mehari_apr.so',
    );
    unshift @files, $ENV{MEHARI_APR}
        if defined $ENV{MEHARI_APR} && !${^TAINT};
    return @files;
}

sub load {
    my $class  = shift;
    my @files  = candidates();
    my ($file) = grep { -f } @files;
    die "APR::* outside httpd needs mehari_apr.so, which is neither installed"
        . " nor built (looked for @files).\n"
        if !defined $file;
    ($file) = $file =~ /(.*)/s;    # the file system's answer, not a request's
    my $library = DynaLoader::dl_load_file($file, 0)
        // die "Cannot load $file: ", DynaLoader::dl_error(), "\n";
    my $symbol = DynaLoader::dl_find_symbol($library, 'boot_Mehari__Outside')
        // die "$file is not part of mehari.\n";
    my $boot = DynaLoader::dl_install_xsub("${class}::boot", $symbol, $file);
    $boot->();
    return;
}

1;

__END__

=head1 NAME

Mehari::Outside - load APR::* into a program that is not httpd

=head1 SYNOPSIS

    use APR ();    # calls it

=head1 DESCRIPTION

See L<APR>.

=head1 METHODS

=head2 load

    Mehari::Outside->load;

Loads the shared object, which defines the methods of APR::*. Dies when there
is none, or when it cannot be loaded.

=head2 candidates

    @files = Mehari::Outside::candidates();

The paths where the shared object is looked for, in this order.

=cut
