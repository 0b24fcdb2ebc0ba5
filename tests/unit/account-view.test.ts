import { expect, it } from 'vitest';
import { deviceText, programText } from '~/features/accounts/rules/device-text';
import { sessionShown } from '~/features/accounts/view';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox auf Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    'Edge auf Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
    'Chrome auf Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari auf iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari auf macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet auf Android',
  ],
  ['', 'Unbekannter Browser'],
])('a session is named after the browser and system of %j (A12)', (userAgent, text) => {
  expect(deviceText({ kind: 'browser', userAgent })).toBe(text);
});

it('the days of a session are those of the German clock, as in mails (A12, Y8)', () => {
  const moment = new Date('2027-03-12T23:30Z');
  const times = { createdAt: moment, usedAt: moment, validUntil: moment };
  const shown = sessionShown({ kind: 'browser', userAgent: '', network: null, ...times });
  expect(shown).toMatchObject({
    // With its time, which tells two browsers of one name apart.
    since: '13.03.2027, 00:30 Uhr',
    usedOn: '2027-03-13',
    until: '2027-03-13',
  });
});

it('a report names a program whose kind it tells apart (S1)', () => {
  expect(programText('Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox auf Linux',
  );
  expect(programText('Vereinsheim/2.1 (Android 15)')).toBe('Vereinsheim auf Android');
  expect(programText('')).toBe('Unbekanntes Programm');
});

it('a session of an app is named after that app (A12)', () => {
  expect(deviceText({ kind: 'mobile', userAgent: 'Vereinsheim/2.1 (Android 15)' })).toBe(
    'App Vereinsheim auf Android',
  );
  expect(deviceText({ kind: 'mobile', userAgent: 'Mozilla/5.0 (Android 15)' })).toBe(
    'App auf Android',
  );
  expect(deviceText({ kind: 'mobile', userAgent: '' })).toBe('App');
});
