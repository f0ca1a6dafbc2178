/** Uses `log-search` and `log-dashboard` as standalone directives, without a schema or module. */
import { Component, TransferState, afterNextRender, inject, makeStateKey, signal } from '@angular/core';
import { LogDashboard, LogSearch } from 'log-console-elements/angular';
import { getToken, settings, type Settings } from './portal';

/** Key of the settings in the state that a rendering server transfers to the browser. */
export const given = makeStateKey<Settings>('settings');

@Component({
  selector: 'app-portal',
  imports: [LogDashboard, LogSearch],
  template: `
    <button id="sign-in" (click)="token.set(getToken)">Sign in</button>
    <button id="errors" (click)="query.set('level:<=3')">Only errors</button>
    <button id="dark" (click)="theme.set('dark')">Dark</button>
    <button id="toggle" (click)="shown.set(!shown())">Show or hide</button>
    <p>
      <output id="asked">{{ asked() }}</output> <output id="found">{{ found() }}</output>
      <output id="query">{{ query() }}</output> <output id="clicked">{{ clicked() }}</output>
    </p>
    @if (settings(); as given) {
      @if (shown()) {
        <log-search
          [server]="given.server"
          auth="host"
          [getToken]="token()"
          [query]="query()"
          [range]="3600"
          [theme]="theme()"
          layout="compact"
          (logAuthRequired)="asked.set(asked() + 1)"
          (logSearchFinished)="found.set($event.detail.total)"
          (logQueryChange)="query.set($event.detail.query)"
        />
      }
      <log-dashboard
        [server]="given.server"
        auth="host"
        [getToken]="token()"
        [viewId]="given.dashboard"
        (logValueClick)="$event.preventDefault(); clicked.set($event.detail.field + '=' + $event.detail.value)"
      />
    }
  `,
})
export class Portal {
  readonly settings = signal<Settings | undefined>(inject(TransferState).get(given, undefined));
  readonly getToken = getToken;
  readonly token = signal<typeof getToken | undefined>(undefined);
  readonly query = signal('');
  readonly theme = signal<'light' | 'dark'>('light');
  readonly shown = signal(true);
  readonly asked = signal(0);
  readonly found = signal<number | undefined>(undefined);
  readonly clicked = signal('');

  constructor() {
    afterNextRender(async () => {
      if (!this.settings()) this.settings.set(await settings());
    });
  }
}
