$colour = 'red';
1;
