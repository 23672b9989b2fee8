sub beside { return "from the folder of the script" }
1;
