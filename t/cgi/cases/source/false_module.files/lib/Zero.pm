package Zero;
0;
