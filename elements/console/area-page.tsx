/** Overview lists keep page, query and filters in the address. */
import { useCallback, useMemo, type ComponentType } from 'react';
import { readQuestion, writeQuestion, type EntityListQuestion } from '../../machines/entity-list.js';
import type { PageProps } from '../kit/pages.js';
import type { ShownProps } from './pages.js';

export function areaPageOf(Content: ComponentType<PageProps>): ComponentType<ShownProps> {
  return function AreaPage({ location, router }) {
    const question = useMemo(() => readQuestion(location.search), [location.search]);
    const ask = useCallback(
      (next: EntityListQuestion) => {
        const search = writeQuestion(location.search, next).toString();
        router.navigate(search === '' ? location.path : `${location.path}?${search}`, { replace: true });
      },
      [location.search, location.path, router],
    );
    return <Content params={location.params} search={location.search} question={question} onQuestion={ask} />;
  };
}
