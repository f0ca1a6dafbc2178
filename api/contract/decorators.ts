/** Endpoints of decorators of a stream, or of searches over all streams (contract search D1–D7). */
import type { ConfigurableType } from './config-fields.js';
import { endpoint } from './endpoint.js';
import type { Decorator } from './searches.schema.js';

export type StoredDecorator = Required<Pick<Decorator, 'type' | 'config'>> & {
  id: string;
  order: number;
  stream: string | null;
};

/** Lists the decorators by ascending `order`; those of streams that the caller may not read are left out. */
export const listDecorators = endpoint<{ answer: StoredDecorator[] }>()('GET', '/search/decorators', {
  needs: 'decorators:read',
});
export const decoratorTypes = endpoint<{ answer: Record<string, ConfigurableType> }>()(
  'GET',
  '/search/decorators/available',
  'session',
);
export const createDecorator = endpoint<{ body: Decorator; answer: StoredDecorator }>()('POST', '/search/decorators', {
  handler: 'decorators:create, and streams:edit:{stream} when it names a stream',
});
export const updateDecorator = endpoint<{ body: Decorator; answer: StoredDecorator }>()(
  'PUT',
  '/search/decorators/{decoratorId}',
  { handler: 'decorators:create, and streams:edit of the stream it had and of the stream that it names' },
);
export const deleteDecorator = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/search/decorators/{decoratorId}',
  { handler: 'decorators:edit, and streams:edit of its stream' },
  { produces: 'nothing' },
);
