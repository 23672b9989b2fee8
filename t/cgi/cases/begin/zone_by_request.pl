# BEGIN asks for the date, in the time zone of the request: perl has the lock of
# the environment meanwhile, which modules that the script loads want too.
our $day;
BEGIN { $day = (localtime)[3] }
require POSIX;
require Time::Local;
require Text::Wrap;
print "Content-Type: text/plain\n\n";
print $day == (localtime)[3] ? "today\n" : "another day\n";
print `printf %s "\$TZ"`, "\n";
