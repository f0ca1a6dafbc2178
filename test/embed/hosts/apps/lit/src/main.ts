/** Uses `log-search` and `log-dashboard` in a Lit template: `.name` sets a property, `@name` adds a listener. */
import { LitElement, html, nothing } from 'lit';
import type { LogDashboardEventMap, LogSearchEventMap } from 'log-console-elements';
import { configure } from 'log-console-elements/configure';
import 'log-console-elements/log-dashboard';
import 'log-console-elements/log-search';
import { getToken, settings } from './portal';

const { server, dashboard } = await settings();
configure({ server });

class Portal extends LitElement {
  static override properties = {
    signedIn: { state: true },
    query: { state: true },
    theme: { state: true },
    shown: { state: true },
    asked: { state: true },
    found: { state: true },
    clicked: { state: true },
  };
  declare signedIn: boolean;
  declare query: string;
  declare theme: 'light' | 'dark';
  declare shown: boolean;
  declare asked: number;
  declare found: number | undefined;
  declare clicked: string;

  constructor() {
    super();
    Object.assign(this, { signedIn: false, query: '', theme: 'light', shown: true, asked: 0, clicked: '' });
  }

  override render() {
    const token = this.signedIn ? getToken : undefined;
    const search = html`<log-search
      auth="host"
      .getToken=${token}
      .query=${this.query}
      range="3600"
      .theme=${this.theme}
      layout="compact"
      @log-auth-required=${() => (this.asked += 1)}
      @log-search-finished=${({ detail }: LogSearchEventMap['log-search-finished']) => (this.found = detail.total)}
      @log-query-change=${({ detail }: LogSearchEventMap['log-query-change']) => (this.query = detail.query)}
    ></log-search>`;
    return html`
      <button id="sign-in" @click=${() => (this.signedIn = true)}>Sign in</button>
      <button id="errors" @click=${() => (this.query = 'level:<=3')}>Only errors</button>
      <button id="dark" @click=${() => (this.theme = 'dark')}>Dark</button>
      <button id="toggle" @click=${() => (this.shown = !this.shown)}>Show or hide</button>
      <p>
        <output id="asked">${this.asked}</output> <output id="found">${this.found}</output>
        <output id="query">${this.query}</output> <output id="clicked">${this.clicked}</output>
      </p>
      ${this.shown ? search : nothing}
      <log-dashboard
        auth="host"
        .getToken=${token}
        view-id=${dashboard}
        @log-value-click=${(event: LogDashboardEventMap['log-value-click']) => {
          event.preventDefault();
          this.clicked = `${event.detail.field}=${String(event.detail.value)}`;
        }}
      ></log-dashboard>
    `;
  }
}
customElements.define('app-portal', Portal);
