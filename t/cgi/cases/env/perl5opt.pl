# PERL5OPT by SetEnv loads a module and turns on warnings.
print "Content-Type: text/plain\n\n";
print defined &POSIX::floor ? "loaded\n" : "not loaded\n";
print "$^W\n";
