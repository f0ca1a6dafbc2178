import { extname } from 'node:path';

/** A number, a date, a time: what rotation puts behind a name, or before its ending. */
const mark = /^[.\-_]?\d[\d.\-_:TZ]*$/;

/** Whether a file may hold what was in `name` before a rotation: `app.log.1`, `app.log-20261120`, `app-2026-11-20.log`. Compressed ones cannot be read. */
export function isRotatedName(candidate: string, name: string): boolean {
  if (candidate.startsWith(name)) return mark.test(candidate.slice(name.length));
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  if (ending === '' || !candidate.startsWith(stem) || !candidate.endsWith(ending)) return false;
  return mark.test(candidate.slice(stem.length, candidate.length - ending.length));
}
