/**
 * Parses lines of containers in the format of Kubernetes' runtimes (CRI): `2026-01-02T03:04:05.678901234Z stdout F
 * text`; `P` instead of `F` marks an incomplete line, which the next line continues.
 */
import { newFields } from '../decode/decoded.js';
import { fromIso } from '../decode/instants.js';
import { withInnerMessage } from './inner-message.js';
import { believing, type LogFormat } from './log-format.js';

const form =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) (stdout|stderr) ([PF])(?::\S{0,50})?(?: |$)/;

export const criLine: LogFormat = {
  title: 'containers (CRI)',
  dated: false,
  isPiece: (line) => form.exec(line)?.[3] === 'P',
  whole: withInnerMessage,
  read: believing((line, { toUtc }) => {
    const [whole, time = '', stream = ''] = form.exec(line) ?? [];
    const timestamp = whole === undefined ? undefined : fromIso(time, toUtc);
    if (whole === undefined || timestamp === undefined) return undefined;
    const fields = newFields();
    fields['stream'] = stream;
    return { timestamp, message: line.slice(whole.length), fields };
  }),
};
