/**
 * Deletes entities from a list: asks for confirmation, deletes the entities, reports the outcome in a toast, and keeps
 * those entities selected that could not be deleted.
 */
import { reasonOf } from '../../api/failures.js';
import { useConfirm, useToasts } from './feedback.js';
import type { KeepSelected } from './entity-table/index.js';
import { laterKitTexts } from './later-texts.js';

export interface DeletionTexts {
  readonly title: string;
  readonly text: (name: string) => string;
  /** Label of the button that confirms the deletion; default "Delete". */
  readonly action?: string;
  readonly done: (name: string) => string;
  readonly failedTitle: string;
  readonly failed?: (reason: string) => string;
  /** Texts for the deletion of several entities at once. */
  readonly many?: {
    readonly title: (count: number) => string;
    readonly text: (count: number) => string;
    readonly done: (count: number) => string;
    /** @param reasons the distinct messages of the server; empty if the server sent none */
    readonly partly: (failed: number, count: number, reasons: string) => string;
    readonly failedTitle: string;
  };
}

interface DeletionFailure {
  readonly entity_id: string;
  readonly failure_explanation?: string;
}

export interface DeletionPlan {
  readonly texts: DeletionTexts;
  readonly one: (id: string) => Promise<unknown>;
  readonly many?: (ids: readonly string[]) => Promise<{ readonly failures: readonly DeletionFailure[] }>;
  /** Called after a deletion with the ids of the deleted entities, which may be none if several were to be deleted. */
  readonly onGone?: (ids: readonly string[]) => void;
}

export interface Deletion {
  /**
   * Deletes one entity; resolves to whether the entity was deleted.
   * @param note text that is appended to the question
   */
  readonly remove: (id: string, name: string, note?: string) => Promise<boolean>;
  /**
   * Deletes several entities; resolves to the ids of those that were deleted.
   * @param keep called with the ids that could not be deleted, so that they stay selected
   * @param note text that is appended to the question
   */
  readonly removeAll: (ids: readonly string[], keep: KeepSelected, note?: string) => Promise<readonly string[]>;
}

export function useDeletion({ texts, one, many, onGone }: DeletionPlan): Deletion {
  const { toast } = useToasts();
  const confirm = useConfirm();
  const action = texts.action ?? laterKitTexts.delete;
  return {
    async remove(id, name, note) {
      const text = note === undefined ? texts.text(name) : `${texts.text(name)} ${note}`;
      if (!(await confirm({ title: texts.title, text, confirm: action, danger: true }))) return false;
      try {
        await one(id);
      } catch (error) {
        const reason = reasonOf(error);
        toast('error', texts.failed?.(reason) ?? reason, texts.failedTitle);
        return false;
      }
      toast('success', texts.done(name), laterKitTexts.success);
      onGone?.([id]);
      return true;
    },
    async removeAll(ids, keep, note) {
      const words = texts.many;
      if (!words || !many) return [];
      const text = note === undefined ? words.text(ids.length) : `${words.text(ids.length)} ${note}`;
      const question = { title: words.title(ids.length), text, confirm: action, danger: true };
      if (!(await confirm(question))) return [];
      try {
        const { failures } = await many(ids);
        const failed = failures.map(({ entity_id }) => entity_id);
        const gone = ids.filter((id) => !failed.includes(id));
        keep(failed);
        const reasons = [...new Set(failures.map(({ failure_explanation: reason = '' }) => reason))].join(' ').trim();
        if (failed.length > 0) toast('error', words.partly(failed.length, ids.length, reasons), laterKitTexts.error);
        else toast('success', words.done(gone.length), laterKitTexts.success);
        onGone?.(gone);
        return gone;
      } catch (error) {
        toast('error', reasonOf(error), words.failedTitle);
        return [];
      }
    },
  };
}
