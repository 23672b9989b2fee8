package Here;
1;
