/** Endings of the files of an index, which all begin with the name of the index. */

/** File of the database with the messages. */
export const databaseExtension = '.duckdb';
/** File of the inverted index. */
export const wordsExtension = '.words';
/** File of the pages of rows. */
export const pagesExtension = '.pages';
/** Marker of a closed index, which searches skip. */
export const closedMark = '.closed';
/** Marker of a reopened index, which retention keeps. */
export const reopenedMark = '.reopened';
/** Marker of an index that is being removed, so that a restart completes the removal. */
export const droppedMark = '.dropped';
