/**
 * Where several files of tests share a process, modules are loaded once, and so is what they say about the end of a file. This one is run for
 * every file.
 */
import { afterAll } from 'vitest';
import { removeFolders } from './temporary-folder.ts';

afterAll(removeFolders);
