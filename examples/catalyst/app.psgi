# A small application of Catalyst: cookies, a form, an upload, a page that comes
# in pieces. The pages are in lib/Example/Web/Controller/Root.pm.
use v5.32;
use warnings;
use File::Basename qw(dirname);
use lib dirname(__FILE__) . '/lib';

use Example::Web;

Example::Web->psgi_app;
