/** Endpoints of the marks that people set by hand on the time axes of charts. The reference server has none of them. */
import { endpoint } from './endpoint.js';
import type {
  ChangedChartMarkBody,
  ChartMark,
  ChartMarkBody,
  ChartMarks,
  ChartMarksQuery,
} from './chart-marks.schema.js';

export type * from './chart-marks.schema.js';

export const listChartMarks = endpoint<{ query: ChartMarksQuery; answer: ChartMarks }>()(
  'GET',
  '/chart_marks',
  'session',
);
export const createChartMark = endpoint<{ body: ChartMarkBody; answer: ChartMark }>()(
  'POST',
  '/chart_marks',
  { handler: 'any account' },
  { status: 201 },
);
/** Changes a mark; the answer is 409 when the mark has been changed since the version in the request. */
export const updateChartMark = endpoint<{ body: ChangedChartMarkBody; answer: ChartMark }>()(
  'PUT',
  '/chart_marks/{markId}',
  { handler: 'whoever made it, or chart_marks:edit:{markId}' },
);
export const deleteChartMark = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/chart_marks/{markId}',
  { handler: 'whoever made it, or chart_marks:delete:{markId}' },
  { produces: 'nothing' },
);
