/** Calls that read and store the shares of an entity (contract dashboards-sharing-alerts shares.*). */
import type { Client } from '../client.js';
import type { Capability, ShareAnswer } from '../contract/shares.js';
import { prepareShare, updateShare } from '../contract/shares.js';
import { ApiFailure } from '../failures.js';

export interface ShareQuestion {
  /** GRN (see api/grn.ts) of the shared entity. */
  readonly entity: string;
  /** All capabilities to grant, by the GRN of the grantee; undefined: the stored capabilities. */
  readonly selection: Readonly<Record<string, Capability>> | undefined;
}

/** Result of storing shares; `refused`: nothing was stored, and the answer contains the reasons. */
export type ShareOutcome =
  { readonly outcome: 'saved' } | { readonly outcome: 'refused'; readonly answer: ShareAnswer };

const bodyOf = ({ selection }: ShareQuestion) =>
  selection === undefined ? {} : { selected_grantee_capabilities: { ...selection } };

/**
 * Returns the effect that a selection would have, as computed by the server; nothing is changed.
 * @throws ApiFailure when the call fails
 */
export function askShares(client: Client, question: ShareQuestion, signal?: AbortSignal): Promise<ShareAnswer> {
  const params = { entityGrn: question.entity };
  return client.call(prepareShare, { params, body: bodyOf(question), signal, check: isShareAnswer });
}

/** Stores a selection. @throws ApiFailure when the call fails for another reason than an invalid selection */
export async function storeShares(client: Client, question: ShareQuestion): Promise<ShareOutcome> {
  try {
    await client.call(updateShare, { params: { entityGrn: question.entity }, body: bodyOf(question) });
    return { outcome: 'saved' };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 400) throw error;
    // The body of a refusal contains the reasons, but a failure keeps only the beginning of the body. Therefore all
    // reasons are requested once more.
    const answer = await askShares(client, question).catch(() => undefined);
    if (!answer?.validation_result.failed) throw error;
    return { outcome: 'refused', answer };
  }
}

function isShareAnswer(answer: unknown): answer is ShareAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  const { available_grantees, available_capabilities, active_shares, ...rest } = answer as Partial<ShareAnswer>;
  const lists = [available_grantees, available_capabilities, active_shares];
  const records = [
    rest.selected_grantee_capabilities,
    rest.missing_permissions_on_dependencies,
    rest.validation_result?.errors,
    rest.validation_result?.error_context,
  ];
  return lists.every(Array.isArray) && records.every((record) => typeof record === 'object' && record !== null);
}
