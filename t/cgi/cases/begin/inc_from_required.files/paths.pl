unshift @INC, './deep';
1;
