import { describe, expect, it } from 'vitest';
import type { ConsentRequest, PathOperation } from '../../../../src/agent/files/consent.ts';
import { PathConsent } from '../../../../src/agent/files/pathConsent.ts';
import { LINUX_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import { User } from './createPathGuard.ts';

type Question = ConsentRequest & { readonly kind: 'path' };

const about = (
  real: string,
  operation: PathOperation = 'read',
  why: Question['why'] = 'outside',
): Question => ({ kind: 'path', why, what: '', operation, requested: real, real });

describe('consent to a path', () => {
  it('offers the folder of a file, and the working directory of a command itself', async () => {
    const user = new User('once');
    const consent = new PathConsent(user, LINUX_PATHS);
    await consent.request(about('/away/a.txt'));
    await consent.request(about('/away/folder', 'run'));
    expect(user.asked).toEqual([
      { ...about('/away/a.txt'), folder: '/away' },
      { ...about('/away/folder', 'run'), folder: '/away/folder' },
    ]);
  });

  it('offers the folder as Windows writes it', async () => {
    const user = new User('once');
    await new PathConsent(user, WINDOWS_PATHS).request(about('C:\\away\\a.txt'));
    expect(user.asked).toMatchObject([{ folder: 'C:\\away' }]);
  });

  it.each(['secret', 'runs code'] as const)(
    'is asked each time if the reason is %s, whatever the answer was',
    async why => {
      const user = new User('folder');
      const consent = new PathConsent(user, LINUX_PATHS);
      expect(await consent.request(about('/away/a', 'read', why))).toBe(true);
      expect(await consent.request(about('/away/a', 'read', why))).toBe(true);
      expect(user.asked).toEqual([about('/away/a', 'read', why), about('/away/a', 'read', why)]);
      // Nor does the answer allow an ordinary file beside it.
      await consent.request(about('/away/b'));
      expect(user.asked).toHaveLength(3);
      await consent.request(about('/away/a', 'read', why));
      expect(user.asked).toHaveLength(4);
    },
  );

  it.each<[PathOperation, PathOperation, boolean]>([
    ['read', 'read', true],
    ['read', 'write', false],
    ['read', 'run', false],
    ['write', 'read', true],
    ['write', 'write', true],
    ['write', 'run', false],
    ['run', 'run', true],
    ['run', 'read', false],
    ['run', 'write', false],
  ])('to %s in a folder covers to %s there: %s', async (given, wanted, isCovered) => {
    const user = new User('folder');
    const consent = new PathConsent(user, LINUX_PATHS);
    await consent.request(about('/away/folder/a', given));
    user.answer = 'deny';
    expect(await consent.request(about('/away/folder/a/b', wanted))).toBe(isCovered);
    expect(user.asked).toHaveLength(isCovered ? 1 : 2);
    expect(await consent.request(about('/away/other', wanted))).toBe(false);
  });

  it.each([
    ['once', true],
    ['deny', false],
  ] as const)('is asked again after the answer %s', async (answer, isAllowed) => {
    const user = new User(answer);
    const consent = new PathConsent(user, LINUX_PATHS);
    expect(await consent.request(about('/away/a'))).toBe(isAllowed);
    expect(await consent.request(about('/away/a'))).toBe(isAllowed);
    expect(user.asked).toHaveLength(2);
  });

  it('to a folder covers what waits for it', async () => {
    const user = new User('folder');
    const consent = new PathConsent(user, LINUX_PATHS);
    const paths = ['/away/a', '/away/b', '/away/deep/c'];
    const answers = await Promise.all(paths.map(path => consent.request(about(path))));
    expect(answers).toEqual([true, true, true]);
    expect(user.asked).toHaveLength(1);
  });

  it('to a folder counts while another question is open', async () => {
    const user = new User('folder');
    const consent = new PathConsent(user, LINUX_PATHS);
    await consent.request(about('/away/a'));
    const answers: ((answer: 'deny') => void)[] = [];
    user.ask = () => new Promise(resolve => void answers.push(resolve));
    const open = consent.request(about('/other/a'));
    expect(await consent.request(about('/away/b'))).toBe(true);
    answers.forEach(answer => answer('deny'));
    expect(await open).toBe(false);
  });

  it('is not asked for a request that was canceled while it waited', async () => {
    const user = new User('once');
    const consent = new PathConsent(user, LINUX_PATHS);
    const request = consent.request(about('/away/a'), AbortSignal.abort());
    await expect(request).rejects.toThrow('The request was cancelled.');
    expect(user.asked).toEqual([]);
  });

  it('is asked for 20 requests at a time, again and again', async () => {
    const user = new User('once');
    const consent = new PathConsent(user, LINUX_PATHS);
    for (let round = 0; round < 2; round += 1) {
      const requests = Array.from({ length: 21 }, (_, n) => consent.request(about(`/away/${n}`)));
      const answers = await Promise.all(requests);
      expect(answers.filter(Boolean)).toHaveLength(20);
      expect(answers.at(-1)).toBe(false);
    }
  });
});
