#!/usr/bin/perl
# A script with a comment only.
