@rem cmd.exe has no exec: on Windows, npm start and npm test run this file. Elsewhere the shell becomes node, which then gets the signals that npm forwards.
@%*
