/**
 * The part of a session's network that is kept: enough for its user to tell home from abroad,
 * without identifying a machine or a connection.
 * @param network as limits count it (app/server/network.ts): an IPv4 address, or 64 bits of IPv6
 * @returns '203.0.113.0/24' or '2001:db8:1::/48'; null for anything else
 */
export function coarseNetwork(network: string): string | null {
  const [, v4] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network) ?? [];
  if (v4) return `${v4}.0/24`;
  const [, v6] =
    /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f]{1,4}::\/64$/.exec(network) ?? [];
  return v6 ? `${v6}::/48` : null;
}
