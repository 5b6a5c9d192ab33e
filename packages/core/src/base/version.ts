/**
 * The version of the core, which stands in everything that is written down to be made again later. It is the version of all
 * packages; a test compares.
 */
export const CORE_VERSION = '0.1.0';
