import { Type, type Static } from '@sinclair/typebox';

export const NaturalDateQuery = Type.Object({
  string: Type.String({ minLength: 1 }),
  timezone: Type.String({ minLength: 1 }),
});
export type NaturalDateQuery = Static<typeof NaturalDateQuery>;
