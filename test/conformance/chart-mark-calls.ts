/** Calls of the endpoints for marks in charts, which the contract lacks, in addition to those in `calls.ts`. */
import type { ChartMark } from '../../api/contract/chart-marks.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

export const chartMarkRules: Readonly<Record<string, Rule>> = {
  'GET /chart_marks': { kind: 'session', permissions: [] },
  'POST /chart_marks': { kind: 'session', permissions: [] },
  'PUT /chart_marks/{markId}': { kind: 'each', permissions: ['chart_marks:edit:{markId}'] },
  'DELETE /chart_marks/{markId}': { kind: 'each', permissions: ['chart_marks:delete:{markId}'] },
};

const newMark = () => ({ kind: 'note', text: 'conformance', timestamp: '2026-11-20T10:00:00Z' });
const made = (world: World): Promise<ChartMark> => world.ask('POST', '/chart_marks', newMark());

export const chartMarkCalls: Readonly<Record<string, Maker>> = {
  'POST /chart_marks': () => ({ json: newMark() }),
  'PUT /chart_marks/{markId}': async (world) => {
    const { id, version } = await made(world);
    return { params: { markId: id }, json: { ...newMark(), version } };
  },
  'DELETE /chart_marks/{markId}': async (world) => ({ params: { markId: (await made(world)).id } }),
};
