#!/usr/bin/perl
# nph- and nothing.
