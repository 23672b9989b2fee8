package Example::Web;

use v5.36;
use Moose;

extends 'Catalyst';

# Catalyst's own words at its start are left out of httpd's log.
sub debug { return 0 }

__PACKAGE__->config(
    name                                        => 'Example::Web',
    encoding                                    => 'UTF-8',
    disable_component_resolution_regex_fallback => 1,
);
__PACKAGE__->setup;

1;
