print "Content-Type: text/plain\n\n";
use Time::Piece; use Time::Seconds; my $t = gmtime(0); print $t->ymd, "\n"; print Time::Piece->strptime("2020-01-02", "%Y-%m-%d")->mon, "\n"; Time::Piece::day_list(qw(a b c d e f g)) if 0; print $t->day, "\n"; Time::Piece->use_locale; print $t->monname, "\n";
