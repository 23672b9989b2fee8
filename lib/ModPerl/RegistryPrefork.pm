package ModPerl::RegistryPrefork;

use 5.036;

use parent 'ModPerl::Registry';

our $VERSION = '2.000012';

__PACKAGE__->refuse_threads;

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

__PACKAGE__->install_aliases(
    { chdir_file => 'ModPerl::RegistryCooker::chdir_file_normal' });

1;
