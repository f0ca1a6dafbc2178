/** Types of indices as searches and administrators see them. */
import type { WordView } from '../inverted-index/index-file.js';
import type { PageColumn } from '../row-pages/page.js';
import type { Row } from './statements.js';

/** Type of a stored column. `keyword` is exact text, `text` is tokenised (`message`, `full_message`). */
export type ColumnType = 'text' | 'keyword' | 'long' | 'double' | 'boolean' | 'date';

/**
 * One field of one index. Field names are never identifiers in SQL: a field is reached by its column (`f0`, `f1` …) or
 * by an SQL expression.
 */
export interface StoredField {
  readonly name: string;
  readonly column: string;
  readonly type: ColumnType;
  /**
   * Column with the words of the texts of a text column. It has the words only of texts with a character beyond ASCII,
   * because the words of other texts are computed (`../word-columns-sql.ts`). In files of earlier versions it has the
   * words of every text.
   */
  readonly tokenColumn?: string;
  /** True: the column contains lists of values (`streams`: VARCHAR[]). */
  readonly list?: true;
  /**
   * Name of the value in rows, for a field that is computed while a search runs. The `column` of such a field is an SQL
   * expression.
   */
  readonly computedAs?: string;
}

/** One index: a DuckDB file, attached under `catalog`; its rows are in `<catalog>.messages`. */
export interface StoredIndex {
  /** Name `<prefix>_<number>`, for instance `messages_0`. */
  readonly name: string;
  /** Quoted catalog name, ready for SQL. */
  readonly catalog: string;
  readonly sealed: boolean;
  /** Creation time, epoch milliseconds. */
  readonly createdAt: number;
  /** Time of sealing, epoch milliseconds; undefined while the index is written to. */
  readonly sealedAt: number | undefined;
  /** Sum of the accounted sizes of the messages, in bytes. */
  readonly bytes: number;
  /** Every field that has a column, by its name in the API (`timestamp`, `source`, `gl2_*`, dynamic fields …). */
  readonly fields: ReadonlyMap<string, StoredField>;
  /** Fields that have no column, by name. The `column` of such a field is an SQL expression for its value. */
  readonly rest?: ReadonlyMap<string, StoredField>;
  /**
   * Fields with values that do not fit their type, by name, for instance a numeric field with the value "timeout". The
   * `column` of such a field is an SQL expression for these values as texts.
   */
  readonly texts?: ReadonlyMap<string, StoredField>;
  /** Maps the id of each stream to the names of the dynamic fields that occur in the messages of the stream. */
  readonly fieldsOfStreams: ReadonlyMap<string, ReadonlySet<string>>;
  /** All streams of the messages in the first `messages` rows; undefined: the set of streams is unknown. */
  readonly knownStreams?: ReadonlySet<string> | undefined;
  readonly messages: number;
  /**
   * Number of the first row that was loaded after the snapshot. Searches leave out this row and all later rows, because
   * they may have fields that the snapshot does not know. Undefined: no rows are loaded any more, or the numbers of the
   * rows have gaps.
   */
  readonly rowsEnd?: number | undefined;
  /** Time of the oldest message, epoch milliseconds; undefined: the index is empty. */
  readonly minTimestamp: number | undefined;
  /** Time of the newest message, epoch milliseconds; undefined: the index is empty. */
  readonly maxTimestamp: number | undefined;
  /** Inverted index of the file; undefined: the index has no inverted index. */
  readonly words?: WordView | undefined;
  /** Pages of rows, from which messages are read; undefined: the index has none. */
  readonly pages?: StoredPages | undefined;
  /** Messages that searches leave out, because another index of the same snapshot also contains them. */
  readonly hides?: HiddenRows | undefined;
}

/** Accounts for the memory of a read. */
export interface ReadMeter {
  /** Called with a number of bytes before they are read. @throws Error when they exceed a limit */
  readonly reserve: (bytes: number) => void;
  /** Called with a number of reserved bytes that are no longer used. */
  readonly release: (bytes: number) => void;
  /** Called with each row. @throws Error when the rows exceed a limit */
  readonly take: (row: Row) => void;
}

/** Reads rows of an index from pages, which takes the same time whatever the size of the index. */
export interface StoredPages {
  /** Tells whether a row is in a page. */
  readonly has: (row: number) => boolean;
  /**
   * Reads rows.
   * @param rows row numbers in ascending order
   * @returns the values of each row by the names of their columns; NULL values and rows without a readable page are
   * missing
   * @throws the error of the meter
   */
  readonly read: (
    rows: readonly number[],
    columns: readonly PageColumn[],
    meter: ReadMeter,
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<number, Row>>;
}

/**
 * Rows that searches leave out, because another index, their home, contains them as well.
 * - `all`: all rows.
 * - `column` and `homes`: the rows whose `column` contains the name of one of `homes`.
 * - `before`: all rows from this number on, because they were loaded after the snapshot and may be copies. No row below
 *   this number is a copy.
 */
type HiddenRows = 'all' | { readonly column: string; readonly homes: readonly string[] } | { readonly before: number };

/** The fields of an index that have a column, because messages contain them or the index set configures them. */
export interface IndexFields {
  /** Name of the index. */
  readonly name: string;
  readonly isWritten: boolean;
  readonly fields: readonly Pick<StoredField, 'name' | 'type'>[];
  /** Maps the id of each stream to the names of the fields that occur in the messages of the stream. */
  readonly fieldsOfStreams: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An index, open or closed, as an administrator sees it. Times are epoch milliseconds. */
export interface IndexFacts {
  readonly name: string;
  /** Id of the index set to which the index belongs. */
  readonly set: string;
  readonly messages: number;
  readonly createdAt: number;
  readonly sealedAt: number | undefined;
  /** Time of the oldest message, epoch milliseconds; undefined: the index is empty. */
  readonly minTimestamp: number | undefined;
  /** Time of the newest message, epoch milliseconds; undefined: the index is empty. */
  readonly maxTimestamp: number | undefined;
  readonly isWritten: boolean;
  /** True: searches skip the index. */
  readonly isClosed: boolean;
  /** True: a user has reopened the index, and retention keeps it. */
  readonly isReopened: boolean;
}

/** Memory of the inverted indexes and the pages of rows, and the number of aborted look-ups. */
export interface WordsLoad {
  /**
   * Memory for reading in bytes: cached parts of blocks, cached matches and messages, blocks that are not full yet,
   * cached pages of rows, and the offsets of the pages in their files.
   */
  readonly readerBytes: number;
  /** Memory for building in bytes: blocks under construction, and rows that wait for the builder or for their page. */
  readonly builderBytes: number;
  /**
   * Number of look-ups since the start that were aborted because a dictionary walk took too long, or because a prefix
   * had too many keys.
   */
  readonly endedWalks: number;
}
