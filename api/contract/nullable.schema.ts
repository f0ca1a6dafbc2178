/** Shapes of values that may be null. */
import { Type } from '@sinclair/typebox';

/** Returns the shape of a value that may also be null. */
export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** Returns the shape of a text that may also be null or absent. @param maxLength maximum length in UTF-16 units */
export const optionalText = (maxLength: number) => Type.Optional(orNull(Type.String({ maxLength })));
