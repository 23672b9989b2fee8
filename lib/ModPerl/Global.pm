package ModPerl::Global;

use 5.036;

our $VERSION = '2.000012';

1;
