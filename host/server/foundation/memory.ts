/** How much memory there is for this process: what its container or control group allows, where that is less than the machine has. */
import { totalmem } from 'node:os';

/**
 * @param constrained bytes that the process may use, as the system says; 0 or more than the machine has: it is not limited
 * @param total bytes of the machine
 */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  return constrained > 0 && constrained < total ? constrained : total;
}
