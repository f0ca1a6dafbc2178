/** What the rule editor completes and knows: functions, fields of messages, streams, grok patterns. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import { grokPatternsQuery } from '../../../api/queries/grok.js';
import { ruleFunctionsQuery } from '../../../api/queries/pipelines.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import type { RuleFacts } from '../rule-editor/index.js';

export function useRuleFacts(): RuleFacts {
  const { client } = useConnection();
  const mayReadPatterns = usePermission('inputs:read');
  const mayReadEveryStream = usePermission('streams:read');
  const functions = useQuery(ruleFunctionsQuery(client)).data;
  const fields = useQuery(allFieldsQuery(client)).data;
  const streams = useQuery(streamsQuery(client)).data?.streams;
  const patterns = useQuery({ ...grokPatternsQuery(client), enabled: mayReadPatterns }).data;
  return useMemo(
    () => ({
      functions: functions ?? [],
      fields: (fields ?? []).map(({ name }) => name).sort(),
      streams: streams?.map(({ id, title }) => ({ id, title })),
      allStreams: mayReadEveryStream,
      tables: undefined,
      patterns: patterns?.map(({ name }) => name),
    }),
    [functions, fields, streams, mayReadEveryStream, patterns],
  );
}
