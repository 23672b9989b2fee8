# ScriptAliasMatch to one script.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(SCRIPT_NAME PATH_INFO REQUEST_URI);
