/**
 * Contains the texts and colours of the states of sidecars and collectors. The texts make the states recognisable
 * without their colours.
 */
import type { SidecarSummary, StatusCode } from '../../../api/contract/sidecars.schema.js';
import type { StatusKind } from '../../kit/chip.js';

export const stateWords: Readonly<Record<StatusCode, string>> = {
  0: 'Running',
  1: 'Unknown',
  2: 'Failing',
  3: 'Stopped',
};
/** Colours by state: stopped and unknown collectors stay neutral, because only failures need attention. */
export const stateKinds: Readonly<Record<StatusCode, StatusKind>> = {
  0: 'success',
  1: 'neutral',
  2: 'danger',
  3: 'neutral',
};

export const asStatus = (code: number | undefined): StatusCode => (code === 0 || code === 2 || code === 3 ? code : 1);

/**
 * Returns the displayed state: the embedded server computes it, a reference server only stores the last reported
 * state.
 */
export const stateOf = ({ state, node_details: details }: SidecarSummary): StatusCode =>
  asStatus(state?.code ?? details.status?.status);

/** Returns the usual spelling of an operating system, `Linux` for `linux`; an unknown name is returned unchanged. */
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
