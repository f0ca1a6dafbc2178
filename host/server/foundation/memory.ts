/** Determines the memory that this process may use. */
import { totalmem } from 'node:os';

/**
 * Returns the memory available to this process in bytes: the limit of its container or control group if that is below
 * the memory of the machine.
 * @param constrained limit that the system reports; 0 or more than the machine has: the process is not limited
 * @param total memory of the machine
 */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  return constrained > 0 && constrained < total ? constrained : total;
}
