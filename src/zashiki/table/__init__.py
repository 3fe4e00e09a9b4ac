"""The authority: one table, one writer; clocks; bots' turns. It knows no HTTP and no sockets."""
