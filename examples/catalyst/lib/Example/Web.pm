package Example::Web;

use v5.32;
use warnings;
use Moose;

extends 'Catalyst';

# Keeps Catalyst's start-up messages out of httpd's log.
sub debug { return 0 }

__PACKAGE__->config(
    name                                        => 'Example::Web',
    encoding                                    => 'UTF-8',
    disable_component_resolution_regex_fallback => 1,
);
__PACKAGE__->setup;

1;
