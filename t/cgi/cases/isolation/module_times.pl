print "Content-Type: text/plain\n\n";
use Time::Local; use POSIX 'strftime'; $ENV{TZ} = 'America/New_York'; POSIX::tzset(); print strftime("%H", localtime 0), "\n"; print Time::Local::timegm(0,0,0,1,0,70), "\n"; 
