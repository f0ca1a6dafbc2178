/**
 * Loads the names for completion and checks in the rule editor: functions, message fields, streams, lookup tables, grok
 * patterns.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import { grokPatternsQuery } from '../../../api/queries/grok.js';
import { allLookupTablesQuery } from '../../../api/queries/lookup.js';
import { ruleFunctionsQuery } from '../../../api/queries/pipelines.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import type { RuleFacts } from '../rule-editor/index.js';

/** Maximum number of requested lookup tables; a list of this length may be incomplete, so a missing table may exist. */
const mostTables = 10_000;

export function useRuleFacts(): RuleFacts {
  const { client } = useConnection();
  const mayReadPatterns = usePermission('inputs:read');
  const mayReadEveryStream = usePermission('streams:read');
  const mayReadEveryTable = usePermission('lookuptables:read');
  const functions = useQuery(ruleFunctionsQuery(client)).data;
  const fields = useQuery(allFieldsQuery(client)).data;
  const streams = useQuery(streamsQuery(client)).data?.streams;
  const patterns = useQuery({ ...grokPatternsQuery(client), enabled: mayReadPatterns }).data;
  // Only users who may read every table can be warned about a missing table.
  const tables = useQuery({ ...allLookupTablesQuery(client), enabled: mayReadEveryTable }).data;
  return useMemo(
    () => ({
      functions: functions ?? [],
      fields: (fields ?? []).map(({ name }) => name).sort(),
      streams: streams?.map(({ id, title }) => ({ id, title })),
      allStreams: mayReadEveryStream,
      tables: tables && tables.length < mostTables ? tables.map(({ name }) => name) : undefined,
      patterns: patterns?.map(({ name }) => name),
    }),
    [functions, fields, streams, mayReadEveryStream, tables, patterns],
  );
}
