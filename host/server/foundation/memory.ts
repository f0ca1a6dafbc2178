/** Memory available to this process: the limit of its container or control group where it is below the machine's memory. */
import { totalmem } from 'node:os';

/**
 * @param constrained bytes that the process may use, as the system says; 0 or more than the machine has: it is not limited
 * @param total bytes of the machine
 */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  return constrained > 0 && constrained < total ? constrained : total;
}
