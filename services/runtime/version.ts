/** The version of Pilothouse: that of every package in the repository. */
export const VERSION = '0.1.0';
