#!/usr/bin/perl
﻿# A mark of byte order in the second line.
print "Content-Type: text/plain\n\n";
print "ran\n";
