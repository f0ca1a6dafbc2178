/**
 * Returns a function that compiles a schema at its first call, because compiling all schemas took a tenth of each start
 * of the server.
 */
import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';

export function compiledLater(schema: TSchema): () => TypeCheck<TSchema> {
  let check: TypeCheck<TSchema> | undefined;
  return () => (check ??= TypeCompiler.Compile(schema));
}
