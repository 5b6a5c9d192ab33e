/** The version of all hedgerow packages; a test ties it to package.json. */
export const VERSION = '0.1.0';
