$setting{name} = "settings " . __FILE__;
1;
