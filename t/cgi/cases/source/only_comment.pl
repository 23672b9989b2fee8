#!/usr/bin/perl
# Nothing to run.
