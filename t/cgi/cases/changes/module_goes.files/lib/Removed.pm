package Removed;
1;
