/** Computes the search type pivot in the database: nested buckets by rows and columns (contract search P1–P14). */
import type { PivotResult, PivotRow, PivotSort, PivotValue, SearchType } from '../../../api/contract/searches.js';
import { instantText } from '../../../api/instant-text.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { Yielder } from '../foundation/yielding.js';
import type { FieldReader } from './field-kinds.js';
import { fieldReader } from './field-kinds.js';
import { nextBucket } from './interval.js';
import type { Match } from './match.js';
import { indicesOf } from './match.js';
import { Parameters } from './parameters.js';
import type { GroupPlan, TimeGroupPlan } from './pivot-groups.js';
import { fieldsOfGroup, planGroup } from './pivot-groups.js';
import {
  bucketLimit,
  checkPercentiles,
  checkShape,
  mayHold,
  maximumBuckets,
  pivotFailure,
  tooManyBuckets,
} from './pivot-limits.js';
import { keyOf, placeOf, sumOf } from './pivot-rows.js';
import { bucketTables, onePassSql, orderOfBuckets, overMessages, parts, totalsSql } from './pivot-sql.js';
import { mayUseIndexOnly, aggregateFromIndex } from './index-only-aggregation.js';
import { countedRows } from './reader.js';
import type { OwnMeter, ResultMeter } from './result-size.js';
import { ownMeter, sizeOf } from './result-size.js';
import type { SeriesPlan } from './series.js';
import { planSeries } from './series.js';
import type { SearchSettings } from './settings.js';
import { wireRange } from './time-range.js';
import { HitTable, isIndexable } from './inverted-index/hits.js';
import { scanOf, withMatches, type Matches } from './inverted-index/matches.js';
import { bucketsOf, edgesOf } from './inverted-index/times.js';

interface PivotPlan {
  readonly rows: readonly GroupPlan[];
  readonly columns: readonly GroupPlan[];
  readonly series: readonly SeriesPlan[];
  readonly rollup: boolean;
  readonly isPlain: boolean;
  readonly mayHoldAll: boolean;
}

/**
 * Computes the result of a pivot.
 * @param allTime true: the requested range is "all time"; the range of the result then extends from the first to the
 * last matched message, if there are matches
 * @throws SearchTypeError for an invalid pivot, or when a limit is exceeded
 */
export async function executePivot(
  store: MessageReader,
  searchType: SearchType,
  match: Match,
  allTime: boolean,
  { percentileValues }: Pick<SearchSettings, 'percentileValues'>,
  meter: ResultMeter,
  signal?: AbortSignal,
): Promise<Omit<PivotResult, 'id' | 'name'>> {
  checkShape(searchType);
  const own = ownMeter(meter);
  const work = (matches: Matches): Promise<Omit<PivotResult, 'id' | 'name'>> => {
    // If a run was aborted because of a damaged block, its memory is released before it is repeated with a scan.
    own.giveBackAll();
    return pivotOf(store, searchType, match, matches, allTime, percentileValues, own, signal);
  };
  // Without a query, the inverted index is faster than a scan only for histograms of counts, and for pivots that it may
  // compute without messages.
  return match.queries.length > 0 || isPlainHistogram(searchType) || mayUseIndexOnly(searchType)
    ? withMatches(store, match, signal, work)
    : work(scanOf(indicesOf(store, match)));
}

/**
 * Tells whether a pivot is a histogram of counts over time: every message is in a bucket, so the totals need no query.
 */
function isPlainHistogram({ row_groups: rows = [], column_groups: columns = [], series = [] }: SearchType): boolean {
  const [group] = rows;
  const isOfTime =
    rows.length === 1 &&
    columns.length === 0 &&
    group?.type === 'time' &&
    (fieldsOfGroup(group)[0] ?? 'timestamp') === 'timestamp';
  return isOfTime && series.every(({ field }) => field == null || field === '');
}

async function pivotOf(
  store: MessageReader,
  searchType: SearchType,
  match: Match,
  matches: Matches,
  allTime: boolean,
  percentileValues: number,
  meter: OwnMeter,
  signal: AbortSignal | undefined,
): Promise<Omit<PivotResult, 'id' | 'name'>> {
  const { indices, found } = matches;
  const readers = new Map<string, FieldReader>();
  const reader = (field: string): FieldReader => {
    const known = readers.get(field) ?? fieldReader(field, indices);
    readers.set(field, known);
    return known;
  };
  const series = planSeries(searchType.series ?? [], reader);
  const sort = (searchType.sort ?? []).filter((entry): entry is PivotSort => 'direction' in entry);
  const context = { range: match.range, reader, series, sort, timezone: match.timezone };
  const plan: PivotPlan = {
    series,
    rows: (searchType.row_groups ?? []).map((group, index) => planGroup(group, `r${index}`, context)),
    columns: (searchType.column_groups ?? []).map((group, index) => planGroup(group, `c${index}`, context)),
    rollup: searchType.rollup ?? false,
    isPlain: isPlainHistogram(searchType),
    mayHoldAll: mayHold(4, series, indices, percentileValues),
  };
  await checkPercentiles(store, series, match, indices, percentileValues, signal);
  const isReported = (match.computed?.length ?? 0) === 0 && !plan.isPlain && mayUseIndexOnly(searchType);
  const fromIndex = isReported
    ? await aggregateFromIndex(store, plan, match, matches, allTime, meter, signal)
    : undefined;
  const isScan = !isIndexable(found) || (match.queries.length === 0 && !plan.isPlain);
  const left = isScan ? scanOf(indices) : matches;
  return new PivotQuery(store, plan, match, left, meter, signal).execute(allTime, fromIndex);
}

/** Totals and buckets of a pivot that are computed together. */
interface PivotParts {
  readonly totals: Row;
  /** Buckets of the row groups. */
  readonly buckets: Row[];
  /** Buckets of row and column groups together; undefined: they have not been computed. */
  readonly split?: Row[];
}

class PivotQuery {
  /** Distinct series, one column each. */
  readonly #series: readonly SeriesPlan[];
  readonly #found: HitTable;
  /** Lets other work run while a result of many values is assembled. */
  readonly #yielder = new Yielder();
  /** Bytes of the buckets that are accounted for while they are read. */
  #held = 0;

  constructor(
    private readonly store: MessageReader,
    private readonly plan: PivotPlan,
    private readonly match: Match,
    private readonly matches: Matches,
    private readonly meter: ResultMeter,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#found = new HitTable(match, matches);
    this.#series = plan.series.filter(
      ({ column }, index) => plan.series.findIndex((other) => other.column === column) === index,
    );
  }

  /** Computes the result. @param fromIndex buckets and totals that the inverted index has computed; undefined: none */
  async execute(allTime: boolean, fromIndex: PivotParts | undefined): Promise<Omit<PivotResult, 'id' | 'name'>> {
    const { rows: rowGroups, columns, rollup } = this.plan;
    const timeGroup = this.#timeGroup;
    const simple = timeGroup ? await this.#histogram(timeGroup, allTime) : (fromIndex ?? (await this.#inOnePass()));
    const withRowValues = columns.length === 0 || rollup;
    // If no totals are shown and every message is in a bucket, the buckets contain the number of messages. The totals
    // then need no statement.
    const isTotalShown = rollup || rowGroups.length === 0;
    const whole =
      simple || isTotalShown || !this.#isWhole ? undefined : await this.#buckets(rowGroups, [], withRowValues);
    const totals = simple?.totals ?? (whole ? sumOf(whole, []) : await this.#totals(isTotalShown ? this.#series : []));
    const total = Number(totals['n'] ?? 0);
    const range =
      allTime && total > 0
        ? {
            type: 'absolute' as const,
            from: instantText(Number(totals['first'])),
            to: instantText(Number(totals['last'])),
          }
        : wireRange(this.match.range);
    const rows =
      simple?.buckets ??
      whole ??
      (rowGroups.length === 0 || total === 0 ? [] : await this.#buckets(rowGroups, [], withRowValues));
    const answer: PivotRow[] = [];
    const byPlace = new Map<string, PivotRow>();
    const buckets = rowGroups.length === 0 ? [totals] : this.#fillGaps(rows);
    for (const bucket of buckets) {
      if (this.#yielder.isOver) await this.#yielder.pause();
      const row: PivotRow = { key: keyOf(rowGroups, bucket), values: [], source: 'leaf' };
      this.meter.take(sizeOf(row));
      if (withRowValues) this.#addValues(row, bucket, [], 'row-leaf');
      answer.push(row);
      if (columns.length > 0) byPlace.set(placeOf(rowGroups, bucket), row);
    }
    if (columns.length > 0 && total > 0) {
      for (const bucket of simple?.split ?? (await this.#buckets(rowGroups, columns, true))) {
        if (this.#yielder.isOver) await this.#yielder.pause();
        const row = byPlace.get(placeOf(rowGroups, bucket));
        if (row) this.#addValues(row, bucket, keyOf(columns, bucket), 'col-leaf');
      }
    }
    if (rowGroups.length > 0 && rollup) {
      const row: PivotRow = { key: [], values: [], source: 'non-leaf' };
      this.#addValues(row, totals, [], 'row-inner');
      answer.push(row);
    }
    this.meter.giveBack(this.#held);
    return { type: 'pivot', rows: answer, total, effective_timerange: range };
  }

  get #timeGroup(): TimeGroupPlan | undefined {
    const { rows, isPlain } = this.plan;
    const [group] = rows;
    return isPlain && group?.type === 'time' ? group : undefined;
  }

  /**
   * Computes a histogram of counts with its totals, from the inverted index for the rows whose matches it knows. The
   * first and the last time in the totals include these rows only for "all time", which needs them.
   */
  async #histogram(group: TimeGroupPlan, allTime: boolean): Promise<PivotParts> {
    const { rows } = this.plan;
    const key = group.keys[0]?.column;
    const { found } = this.matches;
    if (group.direction === undefined || key === undefined || found.length === 0) {
      const buckets = await this.#buckets(rows, [], true);
      return { buckets, totals: sumOf(buckets, this.#series) };
    }
    const limit = bucketLimit(this.#series.length);
    const scan = new PivotQuery(
      this.store,
      this.plan,
      this.match,
      { ...this.matches, found: [] },
      this.meter,
      this.signal,
    );
    const buckets = await scan.#buckets(rows, [], true);
    this.#held += scan.#held;
    const [edges, counts] = await this.store.inTurn(
      async () =>
        [
          allTime ? await edgesOf(found, this.signal) : undefined,
          await bucketsOf(found, group.width, limit, this.signal),
        ] as const,
      this.signal,
    );
    const columns = ['n', ...this.#series.map((series) => series.column)];
    const byStart = new Map(buckets.map((bucket) => [Number(bucket[key]), bucket]));
    for (const [start, count] of counts) {
      const known = byStart.get(start);
      const bucket: Row = known ?? { [key]: start, first: Infinity, last: -Infinity };
      for (const column of columns) bucket[column] = Number(bucket[column] ?? 0) + count;
      if (known) continue;
      byStart.set(start, bucket);
      this.#hold(sizeOf(bucket));
    }
    if (byStart.size > limit) throw tooManyBuckets(limit, limit + 1);
    const all = [...byStart.values()];
    const totals = sumOf(all, this.#series);
    if (!edges) return { buckets: all, totals };
    const first = Math.min(Number(totals['first']), edges.first);
    return { buckets: all, totals: { ...totals, first, last: Math.max(Number(totals['last']), edges.last) } };
  }

  #addValues(row: PivotRow, bucket: Row, columnKey: readonly string[], source: PivotValue['source']): void {
    for (const series of this.plan.series) {
      const raw = bucket[series.column] ?? series.emptyValue;
      if (raw === null && series.omitEmpty) continue;
      const value = { key: [...columnKey, series.id], value: series.read(raw), rollup: source !== 'col-leaf', source };
      this.meter.take(sizeOf(value));
      row.values.push(value);
    }
  }

  /** True if messages are divided by their timestamp alone, so that the buckets of the rows contain every message. */
  get #isWhole(): boolean {
    const [group, ...more] = this.plan.rows;
    return more.length === 0 && group?.type === 'time' && group.keys[0]?.field.name === 'timestamp';
  }

  /** Aggregates over every match, including matches whose buckets are cut off by a limit. */
  async #totals(series: readonly SeriesPlan[]): Promise<Row> {
    if (this.#found.isEmpty) return { n: 0 };
    const parameters = new Parameters();
    const source = `(${await this.#source([], parameters)})`;
    const [row] = await this.#query(totalsSql(overMessages(series), series, source), parameters);
    return row ?? { n: 0 };
  }

  /** Returns SQL of the matching rows with the keys of the groups and the inputs of the series. */
  #source(groups: readonly GroupPlan[], parameters: Parameters): Promise<string> {
    const select = (index: StoredIndex): string =>
      [
        'ts',
        'id',
        ...groups.flatMap(({ keys }) => keys.map((key) => `${key.read(index)} AS ${key.column}`)),
        ...this.#series.flatMap(({ field, input }) => (field ? [`${field.read(index)} AS ${input}`] : [])),
      ].join(', ');
    return this.#found.sql(select, parameters);
  }

  /**
   * Computes the buckets of all groups, in order.
   * @param withValues true: the buckets of the last group get the series
   */
  async #buckets(rows: readonly GroupPlan[], columns: readonly GroupPlan[], withValues: boolean): Promise<Row[]> {
    if (this.#found.isEmpty) return [];
    const groups = [...rows, ...columns];
    const parameters = new Parameters();
    const source = await this.#source(groups, parameters);
    const last = groups.length - 1;
    const aggregation = overMessages(this.#series);
    const tables = bucketTables(rows, columns, this.#series, aggregation, (level) => withValues && level === last);
    const limit = bucketLimit(this.#series.length);
    const found = await this.#query(
      `WITH base AS (${source}), ${tables.join(', ')} SELECT * FROM s${last} ORDER BY ${orderOfBuckets(groups)} LIMIT ${limit + 1}`,
      parameters,
    );
    if (found.length > limit) throw tooManyBuckets(limit, found.length);
    return found;
  }

  /**
   * Computes totals and buckets with one statement that reads each message once. Returns undefined if no message can
   * match, the pivot needs several statements, or several statements are faster.
   */
  async #inOnePass(): Promise<PivotParts | undefined> {
    if (this.#found.isEmpty) return undefined;
    const { rows, columns } = this.plan;
    const parameters = new Parameters();
    const limit = bucketLimit(this.#series.length);
    const source = (): Promise<string> => this.#source([...rows, ...columns], parameters);
    const sql = await onePassSql({ ...this.plan, series: this.#series }, source, limit);
    if (sql === undefined) return undefined;
    const found = await this.#query(sql, parameters);
    const ofPart = (part: number): Row[] => {
      const buckets = found.filter((row) => Number(row['part']) === part);
      if (buckets.length > limit) throw tooManyBuckets(limit, buckets.length);
      return buckets;
    };
    const [totals] = ofPart(parts.totals);
    return {
      totals: totals?.['n'] == null ? { n: 0 } : totals,
      buckets: ofPart(parts.rows),
      split: ofPart(parts.columns),
    };
  }

  /**
   * Adds the missing time buckets between the first and the last bucket (contract search P8), if time is the only row
   * group.
   */
  #fillGaps(buckets: Row[]): Row[] {
    const [group] = this.plan.rows;
    const column = group?.keys[0]?.column;
    if (this.plan.rows.length !== 1 || group?.type !== 'time' || column === undefined || buckets.length === 0)
      return buckets;
    const byStart = new Map(buckets.map((bucket) => [Number(bucket[column]), bucket]));
    const starts = [...byStart.keys()].sort((a, b) => a - b);
    const last = starts.at(-1) ?? 0;
    const filled: Row[] = [];
    for (let start = starts[0] ?? 0; start <= last; start = nextBucket(start, group.width)) {
      if (filled.length >= maximumBuckets) throw tooManyBuckets(maximumBuckets, filled.length + 1);
      filled.push(byStart.get(start) ?? { [column]: start, n: 0 });
    }
    if (group.direction === 'ASC') return filled;
    if (group.direction === 'DESC') return filled.reverse();
    // The buckets are sorted by a metric, so the empty buckets come last.
    return [...buckets, ...filled.filter((bucket) => !byStart.has(Number(bucket[column])) || bucket['n'] === 0)];
  }

  #hold(bytes: number): void {
    this.meter.take(bytes);
    this.#held += bytes;
  }

  async #query(sql: string, parameters: Parameters): Promise<Row[]> {
    const found: Row[] = [];
    try {
      for await (const rows of countedRows(this.store, parameters.bind(sql), this.signal, (bytes) => this.#hold(bytes)))
        for (const row of rows) found.push(row);
      return found;
    } catch (error) {
      throw pivotFailure(error);
    }
  }
}
