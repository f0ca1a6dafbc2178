/** Indices as searches and administrators see them. */
import type { WordView } from '../inverted-index/index-file.js';

/** Type of a stored column. `keyword` is exact text, `text` is tokenised (`message`, `full_message`). */
export type ColumnType = 'text' | 'keyword' | 'long' | 'double' | 'boolean' | 'date';

/** One field of one index. Field names never appear in SQL: a field is reached by its column (`f0`, `f1` …). */
export interface StoredField {
  readonly name: string;
  readonly column: string;
  readonly type: ColumnType;
  /** For text columns: the column with the words of texts that are not all ASCII; in older files the words of all texts (words-sql.ts). */
  readonly tokenColumn?: string;
  /** The column is a list of values (`streams`: VARCHAR[]). */
  readonly list?: true;
}

/** One index: a DuckDB file, attached under `catalog`; its rows are in `<catalog>.messages`. */
export interface StoredIndex {
  /** `<prefix>_<number>`, e.g. `messages_0`. */
  readonly name: string;
  /** Quoted catalog name, ready for SQL. */
  readonly catalog: string;
  readonly sealed: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; undefined while the index is written to. */
  readonly sealedAt: number | undefined;
  /** Sum of the accounted sizes of the messages, in bytes. */
  readonly bytes: number;
  /** Every field that has a column, by its wire name (`timestamp`, `source`, `message`, `streams`, `gl2_*`, dynamic ones). */
  readonly fields: ReadonlyMap<string, StoredField>;
  /** Fields that some messages have without a column, by name; their `column` is the SQL of the value. */
  readonly rest?: ReadonlyMap<string, StoredField>;
  /** Texts in fields whose own type is another one, by name: "timeout" in a field of numbers; their `column` is the SQL of the text. */
  readonly texts?: ReadonlyMap<string, StoredField>;
  /** Stream id → names of the dynamic fields that some of its messages have. */
  readonly fieldsOfStreams: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every stream that any of the messages is in; undefined: there may be others. Their rows have the numbers from 0 to before `messages`. */
  readonly knownStreams?: ReadonlySet<string> | undefined;
  readonly messages: number;
  /** Epoch ms of the oldest and newest message; undefined while empty. */
  readonly minTimestamp: number | undefined;
  readonly maxTimestamp: number | undefined;
  /** Inverted index of the file; undefined: it has none. */
  readonly words?: WordView | undefined;
  /** Messages that another index of the same look at the store holds as well, and which are left out here. */
  readonly hides?: HiddenRows | undefined;
}

/**
 * Rows that are left out because another index holds them as well: all rows, or rows whose column names one of the home indices.
 * With `before` no row below that number is a copy, and rows from that number on, which were loaded later, are left out unseen.
 */
type HiddenRows = 'all' | { readonly column: string; readonly homes: readonly string[] } | { readonly before: number };

/** The fields of an index that have a column by what was in the messages, or by what the index set says. */
export interface IndexFields {
  /** Name of the index. */
  readonly name: string;
  readonly isWritten: boolean;
  readonly fields: readonly Pick<StoredField, 'name' | 'type'>[];
  /** Stream id → names of those fields that some of its messages have. */
  readonly fieldsOfStreams: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An index, open or closed, as an administrator sees it. Times are epoch milliseconds. */
export interface IndexFacts {
  readonly name: string;
  /** Id of its index set. */
  readonly set: string;
  readonly messages: number;
  readonly createdAt: number;
  readonly sealedAt: number | undefined;
  /** Time of the oldest message; undefined while empty. */
  readonly minTimestamp: number | undefined;
  readonly maxTimestamp: number | undefined;
  readonly isWritten: boolean;
  /** Searches do not look at it. */
  readonly isClosed: boolean;
  /** Somebody opened it again, and retention leaves it alone. */
  readonly isReopened: boolean;
}

/** Current memory of the inverted index. */
export interface WordsLoad {
  /** Memory of what is looked up in: parts of blocks, rows that were found and messages that were read last, blocks that are not full yet. */
  readonly readerBytes: number;
  /** Memory of blocks that are made, and of rows on their way there. */
  readonly builderBytes: number;
  /** Dictionaries that searches gave up going through, as it took too much, since the start. */
  readonly endedWalks: number;
}
