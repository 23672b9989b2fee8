package Body;
our $text = do { local $/; <STDIN> };
1;
