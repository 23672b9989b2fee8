# CONTEXT_PREFIX and CONTEXT_DOCUMENT_ROOT of an Alias.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" }
    qw(CONTEXT_PREFIX CONTEXT_DOCUMENT_ROOT DOCUMENT_ROOT SCRIPT_NAME
    SCRIPT_FILENAME PATH_INFO);
