"""What goes wrong here."""


class LanescopeError(RuntimeError):
    """One sentence that says what could not be done, and what helps. The program itself goes on."""
