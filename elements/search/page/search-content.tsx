/** Renders the widgets of the search page, or the reason why there are none (spec 2 §2). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useEffect, type ReactNode } from 'react';
import { Forbidden, MissingStreamPermission, reasonOf } from '../../../api/failures.js';
import { showsEarlier } from '../../../machines/search-execution/belonging.js';
import type { WidgetModeAddress } from '../../../machines/widget-mode.js';
import { useHostElement } from '../../element/host-context.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { space } from '../../kit/tokens.js';
import { Part } from '../../kit/part.js';
import { useSaidAbove } from '../../kit/said-above.js';
import { texts } from '../texts.js';
import { ViewArea } from '../../view-area/index.js';
import { Retry } from './page-facts.js';
import { FailurePage } from './pages.js';
import { useView } from './use-search-page.js';

const Refusal = lazyPart(() => import('../../kit/refusal.js'), 'Refusal');
const SearchRefusal = lazyPart(() => import('./search-refusal.js'), 'SearchRefusal');

const useStyles = makeStyles({ notice: { padding: `${space.m}px` } });

interface SearchContentProps extends Pick<
  Parameters<typeof ViewArea>[0],
  'page' | 'layout' | 'config' | 'idle' | 'marksAlerts' | 'onTableShown' | 'onCompare'
> {
  readonly highlightMessage: string | undefined;
  readonly widgetMode: WidgetModeAddress | undefined;
  readonly hasRoute: (route: string) => boolean;
}

export function SearchContent(props: SearchContentProps) {
  const { page, layout, config, highlightMessage, widgetMode, hasRoute, idle, marksAlerts } = props;
  const { onTableShown, onCompare } = props;
  const styles = useStyles();
  const host = useHostElement();
  const { view, document } = useView(page);
  const missing = useSelector(view, (state) => state.matches('missing'));
  const unsupported = useSelector(view, (state) => state.matches('unsupported'));
  const openFailure = useSelector(view, ({ context }) => context.failure);
  const execution = useSelector(page, ({ context }) => context.execution);
  const failed = useSelector(execution, (state) => state.matches({ run: 'failed' }));
  const failure = useSelector(execution, ({ context }) => context.failure);
  const hasResult = useSelector(execution, ({ context }) => context.shown !== undefined);
  const isEarlier = useSelector(execution, ({ context: { shown, request } }) => showsEarlier(shown, request));
  const isSaid = useSaidAbove(failed ? reasonOf(failure) : undefined);
  const interrupted = openFailure !== undefined && openFailure !== null;
  useEffect(() => {
    if (interrupted) host.fail(openFailure);
  }, [interrupted, openFailure, host]);

  if (unsupported && document)
    return (
      <Part>
        <SearchRefusal requires={document.view.requires} />
      </Part>
    );
  if (openFailure instanceof Forbidden) return <Refusal error={openFailure} />;
  if (interrupted) {
    return (
      <Wrapped embedded={layout !== 'full'}>
        <FailurePage
          title={missing ? texts.failures.viewMissingTitle : texts.failures.wrongTitle}
          text={missing ? texts.failures.viewMissing : texts.failures.wrong}
          detail={reasonOf(openFailure)}
          action={!missing && <Retry onRetry={() => view.send({ type: 'retry' })} />}
        />
      </Wrapped>
    );
  }
  if (!document) return layout === 'full' ? <Loading /> : <div className={styles.notice} />;
  const widgets = (
    <ViewArea
      page={page}
      document={document}
      layout={layout}
      config={config}
      highlightMessage={highlightMessage}
      idle={idle}
      marksAlerts={marksAlerts}
      onTableShown={onTableShown}
      onCompare={onCompare}
      mode={widgetMode}
      onMode={({ focusedId: id, ...flags }) => host.emit('log-widget-focus', { id: id ?? null, ...flags })}
      hasRoute={hasRoute}
    />
  );
  // During an outage, `OutageLine` above already shows the reason, so earlier results of the same search are shown
  // without an error.
  const isFailure = failed && !(isSaid && hasResult && !isEarlier);
  const notice = isFailure && (
    <Wrapped embedded={layout !== 'full'}>
      {failure instanceof MissingStreamPermission ? (
        <Part>
          <SearchRefusal streams={failure.streams} />
        </Part>
      ) : failure instanceof Forbidden ? (
        <Refusal error={failure} />
      ) : (
        <FailurePage
          text={texts.failures.searchFailed}
          detail={reasonOf(failure)}
          earlier={isEarlier}
          action={<Retry onRetry={() => page.send({ type: 'searchAgain' })} />}
        />
      )}
    </Wrapped>
  );
  // Earlier results stay visible below the failure, unless the user may not read the streams any more. The widgets are
  // the second child in any case, so a failure does not mount them again, which would lose their stacking and focus.
  const isHidden = isFailure && (!hasResult || failure instanceof MissingStreamPermission);
  return (
    <>
      {notice}
      {!isHidden && widgets}
    </>
  );
}

function Wrapped({ embedded, children }: { readonly embedded: boolean; readonly children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(embedded && styles.notice)}>{children}</div>;
}
