"""What is kept: settings, results, statistics and recordings, through power cuts and bad disks."""
