/**
 * Writes the file of a folder anew, without the pages that are free in it, and tells where there is no room for that.
 */
import { DATABASE_FILE } from '../journal/sqlite/folder/open-database.ts';
import { shrinkFolder } from '../journal/sqlite/folder/shrink-folder.ts';
import { resultCode, SQLITE_FULL } from '../journal/sqlite/folder/sqlite-error.ts';
import { StartFailure } from './start-failure.ts';

/** `left` says what is done, and what for this has to be done again. */
export function giveBackRoom(folder: string, left: string): void {
  try {
    shrinkFolder(folder);
  } catch (error) {
    if (resultCode(error) !== SQLITE_FULL) throw error;
    throw new StartFailure(
      'folder',
      `There must be as much room as the journal takes to write ${DATABASE_FILE} in ${folder} anew, but the disk is full. ${left}, make some, and run the same command again.`,
      { cause: error },
    );
  }
}
