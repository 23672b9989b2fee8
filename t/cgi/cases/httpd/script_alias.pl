# ScriptAlias, with a path behind it.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(SCRIPT_NAME SCRIPT_FILENAME PATH_INFO PATH_TRANSLATED CONTEXT_PREFIX CONTEXT_DOCUMENT_ROOT REQUEST_URI);
