package Lazy;
use SelfLoader;
sub one { return 'one ' }
1;
__DATA__
sub two { return 'two' }
