# libc looks for a translation of its message, and reads the environment for
# that while it holds the lock of the locales.
use Socket qw(getaddrinfo AI_NUMERICHOST);

BEGIN {
    ($message) = getaddrinfo('sand', '', { flags => AI_NUMERICHOST });
}
print "Content-Type: text/plain\n\n$message\n";
