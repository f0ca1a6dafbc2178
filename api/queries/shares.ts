/** Shares of an entity (contract dashboards-sharing-alerts shares.*). */
import type { Client } from '../client.js';
import type { Capability, ShareAnswer } from '../contract/shares.js';
import { prepareShare, updateShare } from '../contract/shares.js';
import { ApiFailure } from '../failures.js';

export interface ShareQuestion {
  /** GRN of the entity. */
  readonly entity: string;
  /** Complete selection of capabilities by grantee; undefined: the stored shares. */
  readonly selection: Readonly<Record<string, Capability>> | undefined;
}

/** `refused`: nothing was stored, and the answer has the reasons. */
export type ShareOutcome =
  { readonly outcome: 'saved' } | { readonly outcome: 'refused'; readonly answer: ShareAnswer };

const bodyOf = ({ selection }: ShareQuestion) =>
  selection === undefined ? {} : { selected_grantee_capabilities: { ...selection } };

/**
 * Requests the effect of a selection without changing anything.
 * @throws ApiFailure
 */
export function askShares(client: Client, question: ShareQuestion, signal?: AbortSignal): Promise<ShareAnswer> {
  const params = { entityGrn: question.entity };
  return client.call(prepareShare, { params, body: bodyOf(question), signal, check: isShareAnswer });
}

/** Stores the selection. @throws ApiFailure */
export async function storeShares(client: Client, question: ShareQuestion): Promise<ShareOutcome> {
  try {
    await client.call(updateShare, { params: { entityGrn: question.entity }, body: bodyOf(question) });
    return { outcome: 'saved' };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 400) throw error;
    // The body of a refusal has the reasons, but a failure keeps only its beginning: a second request returns them in
    // full.
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
