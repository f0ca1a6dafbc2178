/** Shapes of the marks that people set by hand on the time axes of charts; reference servers have none of them. */
import { Type, type Static } from '@sinclair/typebox';

export const chartMarkKinds = ['deploy', 'incident', 'note'] as const;
export type ChartMarkKind = (typeof chartMarkKinds)[number];

/** Maximum number of characters of a mark's text. */
export const longestMarkText = 500;
/** Largest number of marks in one answer; the newest ones of the span are returned. */
export const mostMarksInAnswer = 500;

export interface ChartMark {
  id: string;
  kind: ChartMarkKind;
  text: string;
  /** Time that is marked, or the start of the marked span; ISO 8601 in UTC. */
  timestamp: string;
  /** End of the marked span, ISO 8601 in UTC; null: a single point in time is marked. */
  until: string | null;
  /** Username of the person who made the mark. */
  created_by: string;
  created_at: string;
  changed_by: string;
  changed_at: string;
  /**
   * Version of the mark. It is 1 at first and increases by 1 with each change. A change request contains the version,
   * so that the server detects concurrent changes.
   */
  version: number;
}

export interface ChartMarks {
  /** Marks that begin within the span, newest first. */
  marks: ChartMark[];
  /** Number of marks that begin within the span, also of those that do not fit into the answer. */
  total: number;
}

const instant = Type.String({ minLength: 1, maxLength: 100 });

export const ChartMarkBody = Type.Object({
  kind: Type.Union(chartMarkKinds.map((kind) => Type.Literal(kind))),
  text: Type.String({ maxLength: longestMarkText }),
  /** ISO 8601 instant. */
  timestamp: instant,
  until: Type.Optional(Type.Union([instant, Type.Null()])),
});
export type ChartMarkBody = Static<typeof ChartMarkBody>;
export const ChangedChartMarkBody = Type.Composite([
  ChartMarkBody,
  Type.Object({ version: Type.Integer({ minimum: 1 }) }),
]);
export type ChangedChartMarkBody = Static<typeof ChangedChartMarkBody>;

/** Span whose marks are requested, ISO 8601; an absent end leaves that side open. */
export const ChartMarksQuery = Type.Object({ from: Type.Optional(instant), to: Type.Optional(instant) });
export type ChartMarksQuery = Static<typeof ChartMarksQuery>;
