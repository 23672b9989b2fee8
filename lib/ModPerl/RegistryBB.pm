package ModPerl::RegistryBB;

use 5.036;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

1;
