import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  type Hash,
  hashesOf,
  hashing,
  hashSecret,
  newSecret,
  SHA_256,
} from '~/kernel/secret.server';

const sha256 = (secret: string) => createHash('sha256').update(secret).digest();

it('the hash of a secret begins with its version (ASVS V11.2.2)', () => {
  const { secret, hash } = newSecret();
  expect(hash).toEqual(Buffer.concat([Buffer.of(1), sha256(secret)]));
  expect(hashSecret(secret)).toEqual(hash);
  expect(hashesOf(secret)).toEqual([hash]);
});

it('another hash takes over while rows of the present one are still found (ASVS V11.2.2)', () => {
  const successor: Hash = {
    version: 2,
    digest: (secret) => createHash('sha3-384').update(secret).digest(),
  };
  const next = hashing([successor, SHA_256]);
  const { secret, hash } = newSecret();
  const stored = next.hashSecret(secret);
  expect([stored[0], stored.length]).toEqual([2, 49]);
  const found = next.hashesOf(secret).map((each) => each.toString('hex'));
  expect(found).toEqual([stored, hash].map((row) => row.toString('hex')));
  // A server that does not know the successor yet does not take its rows for any of its own.
  expect(hashesOf(secret).map((each) => each.toString('hex'))).not.toContain(
    stored.toString('hex'),
  );
});
