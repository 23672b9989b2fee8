print "Content-Type: text/plain\n\n";
use FindBin; require "$FindBin::Bin/library.lib"; print lib_count(), lib_count(), " $Lib::state\n"; $Lib::state = 'changed'; print do("$FindBin::Bin/library.lib") ? 1 : 0, "\n"; 
BEGIN { require "./compiled.lib" } print compiled(), compiled(), " $Compiled::v\n"; $Compiled::v++;
require Text::Wrap; print Text::Wrap::wrap('', '', 'text'), "\n"; Text::Wrap->import('wrap'); print defined &main::wrap ? 1 : 0, "\n"; 
