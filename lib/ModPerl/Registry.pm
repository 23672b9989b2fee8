package ModPerl::Registry;

use 5.036;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

# Whether messages name the script and its lines, or those of the sub made
# of it.
our $MarkLine = 1;

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

__PACKAGE__->install_aliases(
    {
        should_compile =>
            'ModPerl::RegistryCooker::should_compile_if_modified'
    }
);

1;
