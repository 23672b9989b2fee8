package ModPerl::PerlRun;

use 5.036;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

my %step = (
    is_cached             => 'FALSE',
    should_compile        => 'TRUE',
    cache_it              => 'NOP',
    flush_namespace       => 'flush_namespace_normal',
    should_reset_inc_hash => 'TRUE',
);
__PACKAGE__->install_aliases(
    { map { $_ => "ModPerl::RegistryCooker::$step{$_}" } keys %step });

1;
