"""Records what torch does in this process. Imported by the sitecustomize beside it, never by the program."""
