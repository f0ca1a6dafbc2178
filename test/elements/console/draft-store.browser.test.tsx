import { expect } from '@open-wc/testing';
import { draftPlace, forgetDrafts } from '../../../elements/console/draft-store.js';
import type { ViewDraft } from '../../../machines/view/view-draft.js';

const draft = (text = ''): ViewDraft =>
  ({
    document: { view: { id: 'v', state: {}, title: text }, search: { id: 's', queries: [] } },
    activeQuery: 'q',
    changed: true,
    // The store keeps a draft without reading it, so a part of one is enough.
  }) as unknown as ViewDraft;

describe('the drafts of a tab', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it('restores a draft only for its own history entry, page and user', () => {
    draftPlace('1', '/search', 'ada').write(draft('mine'));
    expect(draftPlace('1', '/search', 'ada').read()?.draft?.document.view.title).to.equal('mine');
    for (const other of [
      draftPlace('2', '/search', 'ada'),
      draftPlace('1', '/search/v', 'ada'),
      draftPlace('1', '/search', 'bob'),
    ])
      expect(other.read()).to.equal(undefined);
    sessionStorage.setItem('log-console draft 3', '{"torn');
    expect(draftPlace('3', '/search', 'ada').read()).to.equal(undefined);
    forgetDrafts();
    expect(sessionStorage.length).to.equal(0);
  });

  it('remember an entry without unsaved changes, and tell it from an entry about which nothing is known', () => {
    const place = draftPlace('1', '/search/v', 'ada');
    expect(place.read()).to.equal(undefined);
    place.write(draft('mine'));
    place.write(undefined);
    expect(place.read()).to.deep.equal({ draft: undefined });
    expect(draftPlace('1', '/search/v', 'bob').read()).to.equal(undefined);
  });

  it('stores no draft above the size limit, and drops the oldest drafts above the size limit of all drafts', () => {
    draftPlace('large', '/search', 'ada').write(draft('x'.repeat(300 * 1024)));
    expect(draftPlace('large', '/search', 'ada').read()).to.equal(undefined);
    for (let index = 0; index < 12; index++)
      draftPlace(String(index), '/search', 'ada').write(draft('x'.repeat(200 * 1024)));
    const size = Object.values({ ...sessionStorage }).reduce((sum: number, text) => sum + String(text).length, 0);
    expect(size).to.be.lessThan(2 * 1024 * 1024 + 1);
    expect(draftPlace('11', '/search', 'ada').read()).to.not.equal(undefined);
  });

  it('keeps the newest 100 entries, and reads no stored draft to note an entry without unsaved changes', () => {
    for (let index = 0; index < 3; index++)
      draftPlace(`draft ${index}`, '/search', 'ada').write(draft('x'.repeat(200 * 1024)));
    const { getItem } = Storage.prototype;
    let readCount = 0;
    Storage.prototype.getItem = function (this: Storage, key: string) {
      readCount++;
      return getItem.call(this, key);
    };
    try {
      draftPlace('0', '/search', 'ada').write(undefined);
      expect(readCount).to.equal(0);
    } finally {
      Storage.prototype.getItem = getItem;
    }
    for (let index = 1; index < 150; index++) draftPlace(String(index), '/search', 'ada').write(undefined);
    expect(sessionStorage.length).to.equal(100);
    expect(draftPlace('149', '/search', 'ada').read()).to.deep.equal({ draft: undefined });
  });
});
