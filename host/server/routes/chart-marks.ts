/** Routes of the marks that users set on the time axes of charts. The reference server does not have them. */
import * as endpoints from '../../../api/contract/chart-marks.js';
import { ChangedChartMarkBody, ChartMarkBody, ChartMarksQuery } from '../../../api/contract/chart-marks.schema.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { BadRequestError, ForbiddenError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { ChartMarkStore, shownChartMark } from '../marks/chart-marks.js';
import { instantOf } from '../search/time-range.js';

/**
 * Parses the start or the end of a span to epoch milliseconds.
 * @param name name of the parameter, for the error
 * @param absent result if the request lacks the parameter
 * @throws BadRequestError for a text that is no date and time
 */
function endOf(name: string, text: string | undefined, absent: number): number {
  const instant = text === undefined ? absent : instantOf(text);
  if (instant === undefined) throw new BadRequestError(`"${name}" is no date and time: ${text?.slice(0, 100)}`);
  return instant;
}

export function registerChartMarks(registry: Registry, { documents, log }: Needs<'documents' | 'log'>): void {
  const marks = new ChartMarkStore(documents);

  /**
   * Checks that a user may change a mark.
   * @throws ForbiddenError unless the user made the mark or has the permission on it
   */
  function mayChange(user: Caller, right: 'edit' | 'delete', id: string): void {
    if (marks.find(id)?.createdBy === user.username) return;
    if (!can(user, permissionOn(`chart_marks:${right}`, id)))
      throw new ForbiddenError('Not authorized: another person made this mark.');
  }

  registry.serve(endpoints.listChartMarks, { query: ChartMarksQuery }, ({ query }) => {
    const found = marks.within({
      from: endOf('from', query.from, -Infinity),
      to: endOf('to', query.to, Infinity),
    });
    return { marks: found.marks.map(shownChartMark), total: found.total };
  });

  registry.serve(endpoints.createChartMark, { body: ChartMarkBody }, async ({ body, user }) =>
    shownChartMark(await marks.create(body, user.username, Date.now())),
  );

  registry.serve(endpoints.updateChartMark, { body: ChangedChartMarkBody }, async ({ params, body, user }) => {
    mayChange(user, 'edit', params.markId);
    const { version, ...wanted } = body;
    return shownChartMark(await marks.change(params.markId, version, wanted, user.username, Date.now()));
  });

  registry.serve(endpoints.deleteChartMark, {}, async ({ params, user }) => {
    mayChange(user, 'delete', params.markId);
    const { kind, text = '', createdBy } = marks.find(params.markId) ?? {};
    await marks.delete(params.markId);
    log.info('A mark was deleted', { id: params.markId, kind, text: text.slice(0, 100), createdBy, by: user.username });
    return undefined;
  });
}
