/** States of nodes and collectors in words; the colour comes second. */
import type { SidecarSummary, StatusCode } from '../../../api/contract/sidecars.schema.js';
import type { StatusKind } from '../../kit/chip.js';

export const stateWords: Readonly<Record<StatusCode, string>> = {
  0: 'Running',
  1: 'Unknown',
  2: 'Failing',
  3: 'Stopped',
};
/** Strong colour only for what fails. */
export const stateKinds: Readonly<Record<StatusCode, StatusKind>> = {
  0: 'success',
  1: 'neutral',
  2: 'danger',
  3: 'neutral',
};

export const asStatus = (code: number | undefined): StatusCode => (code === 0 || code === 2 || code === 3 ? code : 1);

/** The state that is shown: our own server computes it, the reference stores one. */
export const stateOf = ({ state, node_details: details }: SidecarSummary): StatusCode =>
  asStatus(state?.code ?? details.status?.status);

/** Returns the usual spelling of an operating system such as `Linux` or `windows`. */
export function systemName(system: string): string {
  const known: Readonly<Record<string, string>> = {
    linux: 'Linux',
    windows: 'Windows',
    darwin: 'Darwin',
    freebsd: 'FreeBSD',
  };
  const name = system.toLowerCase();
  return Object.hasOwn(known, name) ? (known[name] ?? system) : system;
}
