# Classes of a module that is not loaded have no methods.
print "Content-Type: text/plain\n\n";
print UNIVERSAL::can('CGI', 'new') ? 1 : 0,
    UNIVERSAL::can('IO::Handle', 'autoflush') ? 1 : 0, "\n";
