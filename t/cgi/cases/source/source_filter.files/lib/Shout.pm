package Shout;
use Filter::Util::Call;
sub import { filter_add(sub { my $status = filter_read(); s/quiet/LOUD/; $status }) }
1;
