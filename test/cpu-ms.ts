import { readFile } from 'node:fs/promises';

/**
 * Returns the CPU time that this process has used, in milliseconds. A clock of elapsed time would also count the work
 * of other programs.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of a clock tick of Linux, in which the kernel counts the processor time of a process. */
const tickMs = 10;

/**
 * Reads the processor time that another process has used with all its threads since its start, in milliseconds (Linux:
 * `utime` and `stime` of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
 */
export async function cpuMsOf(pid: number | undefined): Promise<number> {
  // The name of the program, in parentheses, may contain spaces; state, the third field, follows it.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
